#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The command line: help, and what is refused.
. tests/tool/tap.sh

fencepost --version
pass "--version" says '^fencepost [0-9]'
for words in "help" "--help" "help audit" "audit --help" "replay -h" \
	"compare --help" "kernel --help" "help help"; do
	# shellcheck disable=SC2086 # several words
	fencepost $words
	pass "$words: prints the usage" says '^usage: fencepost'
	pass "$words: succeeds" has_code 0
done

refused "no command" 2 'no command'
refused "unknown command" 2 'unknown command "frob"' frob
refused "unknown command, for help" 2 'unknown command' help frob
refused "unknown option" 2 'unknown option --frob' audit --frob
refused "part of an option's name" 2 'unknown option --ker' audit --ker x
refused "unknown short option" 2 'unknown option -k' audit -k
refused "no value" 2 '--kernel needs a value' audit --kernel
refused "value for a flag" 2 'takes no value' audit --tap=yes
refused "an argument too many" 2 'unexpected argument' audit frob
refused "no trace" 2 'usage: fencepost replay' replay
refused "two traces" 2 'usage: fencepost replay' replay a b
refused "arguments for QEMU, elsewhere" 2 'has no meaning' replay a -- b
refused "one report" 2 'usage: fencepost compare' compare a
refused "kernel without a verb" 2 'usage: fencepost kernel' kernel
refused "kernel with another verb" 2 'unknown command' kernel put
refused "two suites" 2 'one suite' kernel get trixie sid
refused "a suite that is none" 2 'not the name' kernel get ../x
refused "a suite that is an option" 2 'unknown option' kernel get -x

refused "architecture" 2 'no architecture' audit --arch mips
refused "CPUs: none" 2 '--smp "0"' audit --smp 0
refused "CPUs: too many" 2 '--smp "65"' audit --smp 65
refused "CPUs: no number" 2 '--smp "two"' audit --smp two
refused "memory: no number" 2 '--memory "much"' audit --memory much
refused "memory: negative" 2 '--memory "-1G"' audit --memory=-1G
refused "memory: unit" 2 '--memory "1T"' audit --memory 1T
refused "memory: too little" 2 '--memory "1M"' audit --memory 1M
refused "memory: too much" 2 '--memory' audit --memory 99999999999999999999
refused "machine" 2 'machine "sbsa-ref"' audit --machine sbsa-ref
refused "load" 2 'unknown load "frob"' audit --load fork,frob
refused "load: none in the list" 2 'unknown load' audit --load fork,,mmap
refused "load: number" 2 'the number is' audit --load fork:x
refused "load: number 0" 2 'the number is' audit --load fork:0
refused "payload and kernel" 2 'exclude each other' \
	audit --payload smoke --kernel x
refused "initrd and load" 2 'exclude each other' \
	audit --initrd x --load fork
refused "a payload that is not there" 2 'payload/frob-riscv64.elf is missing' \
	audit --arch riscv64 --payload frob
refused "a payload elsewhere" 2 'not the name of a payload' \
	audit --payload ../x

refused "kernel is missing" 2 "can't open $work/none: No such" \
	audit --kernel "$work/none"
refused "kernel is a directory" 2 'not a regular file' audit --kernel "$work"
refused "firmware is missing" 2 "can't open" \
	audit --payload smoke --firmware "$work/none"
refused "symbols are missing" 2 "can't open" \
	audit --payload smoke --symbols "$work/none"
refused "symbols are no file" 2 'not a regular file' \
	audit --payload smoke --symbols /dev/null
echo nothing >"$work/text"
refused "no symbols in the text" 2 'no symbols of code' \
	audit --payload smoke --symbols "$work/text"
printf '\177ELF' >"$work/elf"
refused "damaged ELF file" 2 'damaged ELF|no symbols' \
	audit --payload smoke --symbols "$work/elf"
refused "initrd is missing" 2 "can't open" \
	audit --kernel "$work/text" --initrd "$work/none"
refused "an added file is missing" 2 "can't open" \
	audit --kernel "$work/text" --add "$work/none:/x"
refused "an added file in the place of init" 2 "can't be added" \
	audit --kernel "$work/text" --add "$work/text:/init"
refused "the command line is too long" 2 'longer than' \
	audit --kernel "$work/text" --append "$(printf '%02000d' 0)"
refused "known list is missing" 2 "can't open" \
	replay --known "$work/none" "$work/text"
refused "baseline is missing" 2 "can't open" \
	replay --baseline "$work/none" "$work/text"
refused "output in no directory" 2 "can't write" \
	replay --json "$work/none/x" "$work/text"
finish
