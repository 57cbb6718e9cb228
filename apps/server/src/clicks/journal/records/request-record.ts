/** The part of a record that any request has: copied from it, neither parsed nor classified. */
export interface RequestRecord {
  /** A UUIDv7. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  organizationId: string
  projectId: string
  method: string
  /**
   * The visitor's IP address. It is deleted with the segment, or after 47 hours from the quarantine,
   * and reaches no database.
   */
  address: string
  userAgent: string
  referrer: string
  acceptLanguage: string
  /** `Sec-Purpose`, or one of the headers that browsers sent before it. */
  purpose: string
  /** The country from a trusted proxy, two letters; empty without one. */
  country: string
  /** The query of the requested address, without the question mark. */
  query: string
}
