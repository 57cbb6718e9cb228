// Visits server-rendered pages as a browser without JavaScript does, with cookies, redirects and forms.

export interface Page {
  url: URL
  status: number
  html: string
}

export interface FormBrowser {
  cookies: ReadonlyMap<string, string>
  /** Follows redirects to a page, or to a URL that begins with `stopAt`. That URL is not fetched. */
  open(url: string, request?: { form?: Record<string, string>; stopAt?: string }): Promise<Page>
  /** Submits the page's form with its present values. `fields` replace some of these values. */
  submit(page: Page, fields: Record<string, string>, stopAt?: string): Promise<Page>
}

/** Creates a browser. `address` is the browser's IP address. It is sent as a trusted proxy would send it. */
export function createFormBrowser(address?: string): FormBrowser {
  const cookies = new Map<string, string>()

  async function open(url: string, { form, stopAt }: { form?: Record<string, string>; stopAt?: string } = {}): Promise<Page> {
    let current = new URL(url)
    let body = form && new URLSearchParams(form)
    for (let hop = 0; hop < 20; hop += 1) {
      const headers: Record<string, string> = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        ...(address !== undefined && { 'x-forwarded-for': address }),
      }
      if (body) headers.origin = current.origin
      const response = await fetch(current, { method: body ? 'POST' : 'GET', headers, body, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
      const location = response.headers.get('location')
      if (location === null) return { url: current, status: response.status, html: await response.text() }
      await response.body?.cancel()
      current = new URL(location, current)
      body = undefined
      if (stopAt !== undefined && current.href.startsWith(stopAt)) return { url: current, status: response.status, html: '' }
    }
    throw new Error(`${url} redirects without end`)
  }

  return {
    cookies,
    open,
    submit(page, fields, stopAt) {
      const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(page.html)
      if (form === null) throw new Error(`There is no form on ${page.url}: ${page.status}`)
      const action = findAttribute(form[1] ?? '', 'action') ?? page.url.href
      const inputs = [...(form[2] ?? '').matchAll(/<input\b([^>]*)>/gi)].map(([, input = '']) => [
        findAttribute(input, 'name'),
        findAttribute(input, 'value') ?? '',
      ])
      const filled = { ...Object.fromEntries(inputs.filter(([name]) => name !== undefined)), ...fields }
      return open(new URL(action, page.url).href, { form: filled, ...(stopAt === undefined ? {} : { stopAt }) })
    },
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const name = pair.slice(0, pair.indexOf('=')).trim()
  const isExpired = attributes.some((part) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(part))
  if (isExpired) cookies.delete(name)
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1))
}

function findAttribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return found?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
