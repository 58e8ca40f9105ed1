'use strict';
// Sorting of the rows that a page shows, by a click on a heading. A table that is fetched again, or whose rows are cut
// into pages by the server in an order that matters (newest first), starts in the server's order each time.
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
        if (table.dataset.sortable || rows < 2 || table.querySelector('td[colspan]')) {
            return;
        }
        table.dataset.sortable = 'true';
        table.querySelectorAll('thead th').forEach(heading => {
            const button = document.createElement('button');
            button.type = 'button';
            button.className = 'sort';
            button.textContent = heading.textContent;
            button.title = 'Sort the rows on this page';
            button.addEventListener('click', () => sort(table, heading));
            heading.replaceChildren(button);
        });
    };

    const all = () => document.querySelectorAll('main table').forEach(equip);
    document.addEventListener('DOMContentLoaded', all);
    document.addEventListener('htmx:afterSwap', all);
})();
