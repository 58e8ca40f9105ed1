// Flaws of the open page's shape, as sentences; none for a good page.
async () => {
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const TEXTS_MAX = 1500;
    const SLACK = 2;
    const flaws = new Set();
    const wide = document.documentElement.clientWidth;
    const say = element => `<${element.tagName.toLowerCase()}> "${element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
    const shown = element => element.checkVisibility({visibilityProperty: true, opacityProperty: true});

    // the part of an element that its scrolling ancestors and the page leave visible
    const boxes = new Map();
    const boxOf = element => {
        if (!element || element === document.documentElement) {
            return {left: 0, right: Infinity, top: 0, bottom: Infinity, scrolls: false};
        }
        if (!boxes.has(element)) {
            const outer = boxOf(element.parentElement);
            const clips = getComputedStyle(element).overflowX !== 'visible' && element !== document.body;
            const own = element.getBoundingClientRect();
            boxes.set(element, !clips ? outer : {
                left: Math.max(outer.left, own.left), right: Math.min(outer.right, own.right),
                top: Math.max(outer.top, own.top), bottom: Math.min(outer.bottom, own.bottom), scrolls: true});
        }
        return boxes.get(element);
    };

    window.scrollTo(0, 0);
    if (document.documentElement.scrollWidth > wide) {
        const widest = [...document.body.querySelectorAll('*')]
            .filter(element => shown(element) && !boxOf(element.parentElement).scrolls)
            .reduce((a, b) => b.getBoundingClientRect().right > a.getBoundingClientRect().right ? b : a);
        flaws.add(`the document is ${document.documentElement.scrollWidth} wide: ${say(widest)}`);
    }

    // words of headings, buttons and links of the menu: on one line each, if they fit the window at all
    const brush = document.createElement('canvas').getContext('2d');
    const range = document.createRange();
    for (const element of document.querySelectorAll('h1, h2, h3, th, button, .button, nav a, dt, label')) {
        if (!shown(element)) {
            continue;
        }
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            if (!shown(text.parentElement) || text.parentElement.closest('select, textarea, code')) {
                continue;
            }
            brush.font = getComputedStyle(text.parentElement).font;
            for (const word of text.data.matchAll(/[^\s\u2010-\u2015\-\/_.:]+/g)) {
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].filter(rect => rect.width > 0).map(rect => Math.round(rect.top)));
                if (lines.size > 1 && brush.measureText(word[0]).width < wide - 48) {
                    flaws.add(`"${word[0]}" is broken in ${say(element)}`);
                }
            }
        }
        const at = element.getBoundingClientRect();
        if (!boxOf(element.parentElement).scrolls && (at.left < -SLACK || at.right > wide + SLACK)) {
            flaws.add(`${say(element)} is not within the window`);
        }
    }

    // on a desktop the signed-in person stands beside the brand, on its line
    const [brand, person] = ['.brand', '.person'].map(part => document.querySelector(`header ${part}`));
    if (wide >= 1200 && brand && person && shown(person)) {
        const [first, other] = [brand, person].map(part => part.getBoundingClientRect());
        if (other.top >= first.bottom || first.top >= other.bottom) {
            flaws.add(`${say(person)} is not on the line of ${say(brand)}`);
        }
    }

    // no text lies on another
    const lines = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text && lines.length < TEXTS_MAX; text = texts.nextNode()) {
        const element = text.parentElement;
        if (!text.data.trim() || element.closest('svg, option, script, [role=img]') || !shown(element)) {
            continue;
        }
        const box = boxOf(element);
        range.selectNodeContents(text);
        for (const rect of range.getClientRects()) {
            const line = {
                left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right),
                // a line's rectangle is higher than its letters
                top: Math.max(rect.top + rect.height * .2, box.top), bottom: Math.min(rect.bottom - rect.height * .2, box.bottom), text};
            if (line.right - line.left > SLACK && line.bottom - line.top > SLACK && line.right > 0) {
                lines.push(line);
            }
        }
    }
    lines.sort((a, b) => a.top - b.top);
    lines.forEach((line, at) => {
        for (let next = at + 1; next < lines.length && lines[next].top < line.bottom - SLACK; next++) {
            const other = lines[next];
            if (other.text !== line.text && Math.min(line.right, other.right) - Math.max(line.left, other.left) > SLACK) {
                flaws.add(`"${line.text.data.trim().slice(0, 40)}" and "${other.text.data.trim().slice(0, 40)}" lie on each other`);
            }
        }
    });
    return [...flaws];
}
