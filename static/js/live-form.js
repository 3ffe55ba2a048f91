// What the entry forms have in common while the server answers as one types (htmx).

const form = document.getElementById("entry-form");

form.addEventListener("htmx:beforeSwap", (event) => {
  // An expired login leads to the log-in page, which is no answer to swap in.
  if (new URL(event.detail.xhr.responseURL).pathname !== location.pathname) event.detail.shouldSwap = false;
});

// Nothing is asked after the form is sent; a page that comes back from the browser's memory may ask again.
let sent = false;
form.addEventListener("submit", () => {
  sent = true;
});
window.addEventListener("pageshow", () => {
  sent = false;
});
form.addEventListener("htmx:beforeRequest", (event) => {
  if (sent) event.preventDefault();
});

// What a field's errors say belongs to the field, also when they came after the page.
const markErrors = () => {
  for (const field of form.elements) {
    const errors = field.id && document.getElementById(`${field.id}_error`);
    if (errors) {
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", errors.id);
    } else if (field.hasAttribute("aria-invalid")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
  }
};

// One answer swaps many pieces.
let waiting = false;
document.body.addEventListener("htmx:oobAfterSwap", () => {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    markErrors();
  });
});
