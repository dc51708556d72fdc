// SPDX-License-Identifier: BSD-2-Clause
// What a page looks like, as text: looks at a document in a frame and lists
// what is wrong with it.  Knows nothing of what the page should say.
"use strict";

function overlap(a, b) {
	const slack = 0.5;

	return a.left < b.right - slack && b.left < a.right - slack &&
		a.top < b.bottom - slack && b.top < a.bottom - slack;
}

function inside(a, b) {
	const slack = 1.5;

	return a.left >= b.left - slack && a.right <= b.right + slack &&
		a.top >= b.top - slack && a.bottom <= b.bottom + slack;
}

function luminance(color) {
	const parts = color.match(/[\d.]+/g).slice(0, 3).map((part) => {
		const value = Number(part) / 255;

		return value <= 0.03928 ? value / 12.92 :
			((value + 0.055) / 1.055) ** 2.4;
	});

	return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

function contrast(a, b) {
	const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);

	return (high + 0.05) / (low + 0.05);
}

function ground(element) {
	for (let at = element; at; at = at.parentElement) {
		const color = getComputedStyle(at).backgroundColor;

		if (!/, 0\)$|transparent/.test(color)) {
			return color;
		}
	}
	return "rgb(255, 255, 255)";
}

function isShown(element) {
	return element.checkVisibility({ contentVisibilityAuto: true });
}

function checkWidth(root, problems) {
	const width = root.defaultView.innerWidth;

	if (root.scrollingElement.scrollWidth > width) {
		problems.push(`scrolls sideways: ${
			root.scrollingElement.scrollWidth} > ${width}`);
	}
}

function checkSvg(svg, problems) {
	const box = svg.getBoundingClientRect();
	const labels = [...svg.querySelectorAll("text")];
	const boxes = labels.map((label) => label.getBoundingClientRect());

	if (box.width < 1 || box.height < 1) {
		problems.push("a figure without size");
	}
	for (const id of svg.getAttribute("aria-labelledby").split(" ")) {
		const found = svg.ownerDocument.querySelectorAll(`#${id}`);

		if (found.length !== 1 || found[0].textContent === "") {
			problems.push(`no one text for ${id}`);
		}
	}
	boxes.forEach((one, i) => {
		const text = labels[i].textContent;

		if (!inside(one, box)) {
			problems.push(`outside its figure: ${text}`);
		}
		if (one.height < 10) {
			problems.push(`too small: ${text} ${one.height}`);
		}
		for (let j = 0; j < i; j++) {
			if (overlap(one, boxes[j])) {
				problems.push(`overlap: ${text}, ${
					labels[j].textContent}`);
			}
		}
	});
}

// Text wants 4.5, what is drawn 3 (WCAG 2.1, 1.4.3 and 1.4.11).
function checkContrast(root, problems) {
	for (const element of root.querySelectorAll("body, body *")) {
		const style = getComputedStyle(element);
		const text = [...element.childNodes].some((node) =>
			node.nodeType === 3 && node.nodeValue.trim() !== "");

		if (!isShown(element) || /^(title|desc)$/.test(element.localName)) {
			continue;
		}
		const color = element.localName === "text" ? style.fill :
			style.color;

		if (text && contrast(color, ground(element)) < 4.5) {
			problems.push(`contrast: ${element.textContent}`);
		}
		if (element.matches(".line, .dot, .mark, .peer") &&
		    contrast(style.color, ground(element)) < 3) {
			problems.push(`contrast of a ${element.localName}`);
		}
	}
}

function checkForeign(root, problems) {
	const loaded = root.defaultView.performance
		.getEntriesByType("resource");

	for (const entry of loaded) {
		problems.push(`loads ${entry.name}`);
	}
	for (const element of root.querySelectorAll("script, img, iframe, " +
		"object, embed, form, [src], [onerror], [onload], [onclick]")) {
		problems.push(`has a ${element.localName}`);
	}
	for (const link of root.querySelectorAll("[href]")) {
		if (link.getAttribute("href") !== "data:,") {
			problems.push(`links to ${link.getAttribute("href")}`);
		}
	}
}

// Open, so that what is in them is looked at as well.
function openDetails(root) {
	for (const details of root.querySelectorAll("details")) {
		details.open = true;
	}
}

function checkPage(root) {
	const problems = [];
	const figures = [...root.querySelectorAll("svg[role=img]")];

	checkWidth(root, problems);
	openDetails(root);
	checkWidth(root, problems);
	figures.forEach((svg) => checkSvg(svg, problems));
	checkContrast(root, problems);
	checkForeign(root, problems);
	return {
		problems,
		figures: figures.map((svg) => ({
			title: svg.querySelector("title").textContent,
			dots: svg.querySelectorAll(".dot").length,
			flagged: svg.querySelectorAll(".flagged").length,
			none: svg.querySelectorAll(".dot.none").length,
			lines: svg.querySelectorAll(".line").length,
			marks: svg.querySelectorAll(".mark").length,
			peers: svg.querySelectorAll(".peer").length,
		})),
		labels: [...root.querySelectorAll(".label strong")].map(
			(label) => label.textContent),
		heading: root.querySelector("h1").textContent,
		ground: getComputedStyle(root.body).backgroundColor,
		verdicts: root.querySelectorAll(".verdicts tbody tr").length,
	};
}
