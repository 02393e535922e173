document.documentElement.classList.add("js");
const search = document.querySelector("search input"), found = document.querySelector("search output");
search.hidden = false;
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of document.querySelectorAll(".patterns li, .card tbody tr")) {
    // The rows of an item type are found by its name as well.
    const card = entry.closest(".card"), name = card ? card.querySelector("h4").textContent : "";
    const text = (entry.textContent + " " + name).toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
    count += !entry.hidden;
  }
  for (const card of document.querySelectorAll(".card")) card.hidden = !card.querySelector("tbody tr:not([hidden])");
  found.textContent = words.length ? `${count} found` : "";
});
for (const section of document.querySelectorAll("section.table")) {
  const all = (selector) => [...section.querySelectorAll(selector)];
  const views = all(".view"), tabs = all("[role=tab]"), patterns = all(".pattern");

  const open = (id) => {
    for (const view of views) view.classList.toggle("on", view.id === id);
    for (const tab of tabs) {
      const is = tab.getAttribute("aria-controls") === id;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
    }
  };
  const clear = () => {
    section.classList.remove("focus");
    for (const found of all(".hit")) found.classList.remove("hit");
    for (const pattern of patterns) {
      pattern.setAttribute("aria-pressed", "false");
      pattern.classList.remove("reads");
    }
  };
  const rowsOf = (pattern) => pattern.dataset.rows.split(" ").filter(Boolean);

  const choose = (pattern) => {
    const was = pattern.getAttribute("aria-pressed") === "true";
    clear();
    if (was) return history.replaceState(null, "", location.pathname + location.search);
    pattern.setAttribute("aria-pressed", "true");
    open(pattern.dataset.view);
    section.classList.add("focus");
    const rows = rowsOf(pattern);
    const view = document.getElementById(pattern.dataset.view);
    for (const row of view.querySelectorAll("tr[data-row]")) {
      if (!rows.includes(row.dataset.row)) continue;
      row.classList.add("hit");
      row.closest("tbody").classList.add("hit");
    }
    history.replaceState(null, "", "#" + pattern.id);
    // On a phone the grid is below the patterns.
    if (innerWidth <= 900) view.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  for (const tab of tabs) tab.addEventListener("click", () => { clear(); open(tab.getAttribute("aria-controls")); });
  tabs.forEach((tab, number) => tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: number + 1, ArrowLeft: number - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus();
    next.click();
  }));
  for (const pattern of patterns) pattern.addEventListener("click", () => choose(pattern));
  for (const row of all("tr[data-row]")) {
    row.tabIndex = 0;
    const show = () => {
      const was = row.classList.contains("hit") && !patterns.some((found) => found.getAttribute("aria-pressed") === "true");
      clear();
      if (was) return;
      section.classList.add("focus");
      for (const same of all(`tr[data-row="${row.dataset.row}"]`)) {
        same.classList.add("hit");
        same.closest("tbody").classList.add("hit");
      }
      for (const pattern of patterns) pattern.classList.toggle("reads", rowsOf(pattern).includes(row.dataset.row));
    };
    row.addEventListener("click", show);
    row.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      show();
    });
  }
  if (views.length) open(views[0].id);
  const named = patterns.find((pattern) => "#" + pattern.id === location.hash);
  if (named) choose(named);
}
