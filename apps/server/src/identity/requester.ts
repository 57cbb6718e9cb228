/** Who sent a form, as far as the request shows it. */
export interface Requester {
  /** The IP address of the client. */
  address: string
  /** What rate limits count as one network: an IPv4 address, an IPv6 /64. */
  network: string
  requestId: string
  /** See `KnownDevices`. */
  deviceCookie: string | undefined
}
