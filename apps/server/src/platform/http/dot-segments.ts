/**
 * Returns whether a URL parser would resolve a dot segment of the path, so that the request would reach another address
 * than it names (WHATWG URL, 4.1, "single-dot" and "double-dot URL path segment").
 */
export function hasDotSegment(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1)
  return /[/\\](\.|%2e){1,2}([/\\]|$)/i.test(path.replace(/[\t\n\r]/g, ''))
}
