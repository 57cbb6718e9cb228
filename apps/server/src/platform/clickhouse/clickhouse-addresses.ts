// A setting such as CLICKHOUSE_URL lists the nodes of one ClickHouse: comma-separated URLs with the same account and
// database.

/**
 * Returns the URL of each node, in the order in which the nodes are tried. A comma separates URLs only if `http://` or
 * `https://` follows it, because a password can contain commas.
 */
export function splitAddresses(urls: string): [string, ...string[]] {
  return urls.trim().split(/\s*,\s*(?=https?:\/\/)/i) as [string, ...string[]]
}

/** Returns whether all URLs use http or https and differ only in scheme, host and port. */
export function isOneClickHouse(urls: string): boolean {
  const addresses = splitAddresses(urls)
  if (!addresses.every((address) => /^https?:\/\//i.test(address) && URL.canParse(address))) return false
  // A comma in a host or path means that the address after it has no scheme, so it was not split off.
  if (addresses.some((address) => /,/.test(new URL(address).host + new URL(address).pathname))) return false
  return new Set(addresses.map((address) => Object.assign(new URL(address), { protocol: 'http:', host: 'node:80' }).href)).size === 1
}

export interface ClickHouseLogin {
  database: string
  username: string
  password: string
}

export function parseClickHouseLogin(urls: string): ClickHouseLogin {
  const { pathname, username, password } = new URL(splitAddresses(urls)[0])
  return {
    database: decodeURIComponent(pathname.slice(1)) || 'default',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}

/** Returns the URLs of the same nodes with another database or account. */
export function replaceLogin(urls: string, { database, ...account }: Partial<ClickHouseLogin>): string {
  return splitAddresses(urls)
    .map(
      (address) =>
        Object.assign(new URL(address), account, database !== undefined && { pathname: `/${encodeURIComponent(database)}` }).href,
    )
    .join(',')
}

/** Returns the URLs without passwords and query strings, for error messages. */
export function redactPasswords(urls: string): string {
  return splitAddresses(urls)
    .map((address) => Object.assign(new URL(address), { password: '', search: '' }).href)
    .join(', ')
}
