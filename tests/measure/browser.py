# SPDX-License-Identifier: BSD-2-Clause
"""Look at pages in Chromium and compare what it shows with the JSON.

browser.py FOLDER SCHEME NAME...: FOLDER has NAME.page and NAME.json, SCHEME is
light or dark.  Each page is shown 360 and 1400 wide.  Prints what is wrong.
"""
import json
import os
import re
import signal
import subprocess
import sys

WIDTHS = (360, 1400)
BLINK = {"dark": "0", "light": "1"}

# A page with everything that is looked for; were it found good, nothing is.
CONTROL = """<!DOCTYPE html><html><body style="background:#fff"><h1>c</h1>
<p style="width:3000px;color:#ddd">pale</p><img src="x.png">
<script>console.error("said")</script>
<svg role="img" aria-labelledby="t1 d1" viewBox="0 0 100 50">
<title id="t1">t</title><text x="10" y="20">one</text>
<text x="12" y="22">two</text><text x="95" y="20">out of it</text>
<circle class="dot" style="color:#eee" r="3"/></svg></body></html>
"""
CONTROL_WORDS = ("scrolls sideways", "no one text", "outside its figure",
                 "overlap", "contrast: pale", "contrast of a circle",
                 "has a script", "has a img")


def frames(folder, names):
    pages = {"control": CONTROL}
    for name in names:
        with open(f"{folder}/{name}.page", encoding="utf-8") as file:
            pages[name] = file.read()
    return pages


def write_harness(folder, pages):
    """One document with a frame for each page and width."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(f"{here}/layout.js", encoding="ascii") as file:
        layout = file.read()
    data = json.dumps(pages).replace("</", "<\\/")
    with open(f"{folder}/harness.html", "w", encoding="ascii") as file:
        file.write(f"""<!DOCTYPE html><html><body><script>
{layout}
const pages = {data};
const frames = [];
for (const name in pages) {{
	for (const width of {list(WIDTHS)}) {{
		const frame = document.createElement("iframe");

		frame.style = `border:0;height:900px;width:${{width}}px`;
		frame.srcdoc = pages[name];
		frames.push([name, width, frame]);
		document.body.append(frame);
	}}
}}
addEventListener("load", () => {{
	const seen = frames.map(([name, width, frame]) => {{
		const facts = checkPage(frame.contentDocument);

		return {{ name, width, inner: frame.contentWindow.innerWidth,
			...facts }};
	}});

	document.body.replaceChildren();
	const text = document.createElement("pre");
	text.textContent = "FACTS" + btoa(unescape(encodeURIComponent(
		JSON.stringify(seen)))) + "END";
	document.body.append(text);
}});
</script></body></html>
""")


def run_chromium(folder, scheme):
    """What it shows, and what it said; its processes end with this call."""
    command = [
        "chromium", "--headless", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update",
        "--disable-extensions", "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--blink-settings=preferredColorScheme={BLINK[scheme]}",
        f"--user-data-dir={folder}/chromium", "--enable-logging=stderr",
        "--window-size=1500,1000", "--dump-dom",
        f"file://{folder}/harness.html",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          errors="replace", start_new_session=True) as child:
        try:
            out, err = child.communicate(timeout=240)
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return out, err


def read_facts(out):
    import base64
    found = re.search(r"FACTS([A-Za-z0-9+/=]*)END", out)
    if found is None:
        raise SystemExit("the browser gave no facts: " + out[-500:])
    return json.loads(base64.b64decode(found.group(1)))


def check_dots(facts, experiment):
    runs = experiment["runs"]
    panels = [f for f in facts["figures"] if "of each run" in f["title"]]
    if runs and not panels:
        yield "no figure of runs"
    for panel in panels:
        metric = panel["title"].split(" of each")[0]
        none = [r for r in runs if r["values"][metric] is None]
        flagged = [r for r in runs
                   if r["flags"] and r["values"][metric] is not None]
        for key, wanted in (("dots", runs), ("none", none),
                            ("flagged", flagged)):
            if panel[key] != len(wanted):
                yield f"{metric}: {panel[key]} {key}, not {len(wanted)}"


def check_content(facts, experiment):
    yield from check_dots(facts, experiment)
    comparisons = experiment["comparisons"]
    arms = [a for a in experiment["arms"] if a["histogram"]]
    marks = sum(f["marks"] for f in facts["figures"])
    finite = sum(c["ratio"] is not None for c in comparisons)
    if marks != finite:
        yield f"{marks} marks for {finite} ratios"
    if facts["verdicts"] != len(comparisons):
        yield f"{facts['verdicts']} rows of verdicts"
    lines = [f["lines"] for f in facts["figures"] if f["lines"]]
    if lines != ([len(arms)] * 2 if arms else []):
        yield f"lines: {lines}"
    if facts["labels"] != experiment["labels"]:
        yield f"labels: {facts['labels']}"
    peers = sum(f["peers"] for f in facts["figures"])
    if peers != 2 * sum(len(p["pairs"]) for p in experiment["peers"]):
        yield f"{peers} marks of peers"


def is_dark(color):
    return sum(int(part) for part in re.findall(r"\d+", color)[:3]) < 384


def check_control(facts):
    said = " ".join(facts["problems"])
    for words in CONTROL_WORDS:
        if words not in said and (words != "scrolls sideways"
                                  or facts["width"] == 360):
            yield f"control at {facts['width']}: nothing of {words}"


def check(folder, facts, scheme):
    if facts["inner"] != facts["width"]:
        yield f"the frame is {facts['inner']} wide"
    if facts["name"] == "control":
        yield from check_control(facts)
        return
    yield from facts["problems"]
    if is_dark(facts["ground"]) != (scheme == "dark"):
        yield f"{scheme}: {facts['ground']}"
    with open(f"{folder}/{facts['name']}.json", encoding="ascii") as file:
        yield from check_content(facts, json.load(file))


def main():
    folder, scheme, *names = sys.argv[1:]
    pages = frames(folder, names)
    write_harness(folder, pages)
    out, err = run_chromium(folder, scheme)
    wrong = [line for line in err.splitlines()
             if "CONSOLE" in line and '"said"' not in line
             and "x.png" not in line]
    if '"said"' not in err:
        wrong.append("the console's messages do not arrive")
    seen = read_facts(out)
    if len(seen) != len(WIDTHS) * (len(names) + 1):
        wrong.append(f"{len(seen)} frames")
    for facts in seen:
        wrong += [f"{facts['name']} at {facts['width']}: {problem}"
                  for problem in check(folder, facts, scheme)]
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


main()
