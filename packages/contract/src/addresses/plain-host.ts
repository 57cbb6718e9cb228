/**
 * Whether the host of a URL is an IP address, or has only letters, digits, hyphens and dots. Other hosts can change the
 * meaning of a Content-Security-Policy: `https://*` allows every host, and a semicolon ends a directive.
 */
export function hasPlainHost(href: string): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(new URL(href).hostname)
}
