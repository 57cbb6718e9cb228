/**
 * Returns whether the host of a URL is an IP address, or has letters, digits, hyphens and dots only. Other hosts mean
 * something else in a Content-Security-Policy: `https://*` allows every host, and a semicolon ends a directive.
 */
export function hasPlainHost(href: string): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(new URL(href).hostname)
}
