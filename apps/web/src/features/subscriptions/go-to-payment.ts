/** Leaves the dashboard for a page of the payment provider. */
export function goToPayment(url: string): void {
  window.location.assign(url)
}
