// Buttons that copy what they name.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.classList.remove("needs-script");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    document.getElementById("copied").textContent = button.dataset.said;
  });
}
