// Under https the app can be installed and goes on without a connection.

const { worker } = document.documentElement.dataset;
if (worker && "serviceWorker" in navigator)
  navigator.serviceWorker.register(worker).catch(() => {});
