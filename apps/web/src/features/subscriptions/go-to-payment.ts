/** Opens a page of the payment provider in place of the dashboard. */
export function goToPayment(url: string): void {
  window.location.assign(url)
}
