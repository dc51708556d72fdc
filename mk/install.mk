# SPDX-License-Identifier: BSD-2-Clause
#
# PREFIX/bin/fencepost finds the rest in PREFIX/lib/fencepost/.

LIBDIR = $(DESTDIR)$(PREFIX)/lib/fencepost
MANDIR = $(DESTDIR)$(PREFIX)/share/man/man1

.PHONY: install
install: all	## install into PREFIX (/usr/local), below DESTDIR if set
	$(Q)install -d $(DESTDIR)$(PREFIX)/bin $(LIBDIR)/guest \
		$(LIBDIR)/payload $(MANDIR)
	$(Q)install -m 755 $(TOOL) $(DESTDIR)$(PREFIX)/bin
	$(Q)install -m 644 $(PLUGIN_SO) tool/known.txt $(LIBDIR)
	$(Q)install -m 755 $(GUESTS) $(LIBDIR)/guest
	$(Q)install -m 644 $(PAYLOADS) $(LIBDIR)/payload
	$(Q)install -m 644 man/fencepost.1 $(MANDIR)
