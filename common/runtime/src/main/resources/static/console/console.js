'use strict';
// Sorting of a table's rows by a click on a heading, where the page shows all of them. A part of a longer list, which
// links to its other pages follow, stays in the server's order: the largest row of one page is not that of the list.
(() => {
    const value = cell => {
        const text = (cell?.textContent ?? '').trim();
        const number = cell?.classList.contains('number') ? Number(text.replace(/[^0-9.-]/g, '')) : NaN;
        return Number.isNaN(number) || text === '' ? text : number;
    };
    const compare = (a, b) => typeof a === 'number' && typeof b === 'number'
        ? a - b : String(a).localeCompare(String(b), 'en', {numeric: true});

    const sort = (table, heading) => {
        const down = heading.getAttribute('aria-sort') === 'ascending';
        table.querySelectorAll('th[aria-sort]').forEach(other => other.removeAttribute('aria-sort'));
        heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const body = table.tBodies[0];
        const rows = [...body.rows];
        rows.sort((a, b) => compare(value(a.cells[heading.cellIndex]), value(b.cells[heading.cellIndex])));
        (down ? rows.reverse() : rows).forEach(row => body.append(row));
    };

    const equip = table => {
        const rows = table.tBodies[0]?.rows.length ?? 0;
        const part = table.nextElementSibling?.matches('.pages:has(a)') || table.querySelector('a.sort');
        if (table.dataset.sortable || part || rows < 2 || table.querySelector('td[colspan]')) {
            return;
        }
        table.dataset.sortable = 'true';
        table.querySelectorAll('thead th').forEach(heading => {
            const button = document.createElement('button');
            button.type = 'button';
            button.className = 'sort';
            button.textContent = heading.textContent;
            button.title = 'Sort';
            button.addEventListener('click', () => sort(table, heading));
            heading.replaceChildren(button);
        });
    };

    // on a phone the menu scrolls; the page that is open shows in it
    const showCurrent = () => {
        const menu = document.querySelector('nav');
        const current = menu?.querySelector('[aria-current]');
        if (current) {
            menu.scrollLeft = current.offsetLeft - menu.offsetLeft - (menu.clientWidth - current.offsetWidth) / 2;
        }
    };

    const all = () => document.querySelectorAll('main table').forEach(equip);
    document.addEventListener('DOMContentLoaded', all);
    document.addEventListener('DOMContentLoaded', showCurrent);
    document.addEventListener('htmx:afterSwap', all);
})();
