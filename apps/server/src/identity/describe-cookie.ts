/**
 * Returns the name and the attributes of a cookie that scripts can't read. On https, the prefix binds the cookie to
 * this host, so that no other host of the domain can set it.
 */
export function describeCookie(appOrigin: string, name: string, sameSite: 'Lax' | 'Strict' = 'Lax') {
  const secure = appOrigin.startsWith('https:')
  return {
    name: `${secure ? '__Host-' : ''}linkshelf-${name}`,
    options: { httpOnly: true, sameSite, secure, path: '/' } as const,
  }
}
