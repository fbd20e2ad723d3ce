// Readers of screens find their way by landmarks, of which TypeDoc's pages have the header and the navigation alone.
document.querySelector(".col-content")?.setAttribute("role", "main");
const here = document.querySelector(".page-menu");
here?.setAttribute("role", "navigation");
here?.setAttribute("aria-label", "On this page");
// A block that is wider than its page is scrolled by keys too.
for (const one of document.querySelectorAll("pre, table")) one.tabIndex = 0;
