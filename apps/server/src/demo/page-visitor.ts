// Walks through server-rendered pages as a browser without JavaScript does: cookies, redirects, links and forms.

export interface Page {
  url: URL
  status: number
  html: string
}

export interface PageVisitor {
  /** Follows redirects until a page, or until one leads to an address that begins with `stopAt`, which is then not visited. */
  open(url: string, request?: { form?: Record<string, string>; stopAt?: string }): Promise<Page>
  /** Sends the page's form with what it already holds, and these fields over it. */
  submit(page: Page, fields: Record<string, string>, stopAt?: string): Promise<Page>
}

export function makePageVisitor(): PageVisitor {
  const cookies = new Map<string, string>()

  async function open(url: string, { form, stopAt }: { form?: Record<string, string>; stopAt?: string } = {}): Promise<Page> {
    let address = new URL(url)
    let body = form && new URLSearchParams(form)
    for (let hop = 0; hop < 20; hop += 1) {
      const headers: Record<string, string> = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
      }
      if (body) headers.origin = address.origin
      const answer = await fetch(address, { method: body ? 'POST' : 'GET', headers, body, redirect: 'manual' })
      for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
      const location = answer.headers.get('location')
      if (location === null) return { url: address, status: answer.status, html: await answer.text() }
      await answer.body?.cancel()
      address = new URL(location, address)
      body = undefined
      if (stopAt !== undefined && address.href.startsWith(stopAt)) return { url: address, status: answer.status, html: '' }
    }
    throw new Error(`${url} redirects without end`)
  }

  return {
    open,
    submit(page, fields, stopAt) {
      const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(page.html)
      if (form === null) throw new Error(`There is no form on ${page.url}: ${page.status}`)
      const action = attribute(form[1] ?? '', 'action') ?? page.url.href
      const held = [...(form[2] ?? '').matchAll(/<input\b([^>]*)>/gi)].map(([, input = '']) => [
        attribute(input, 'name'),
        attribute(input, 'value') ?? '',
      ])
      const filled = { ...Object.fromEntries(held.filter(([name]) => name !== undefined)), ...fields }
      return open(new URL(action, page.url).href, { form: filled, ...(stopAt === undefined ? {} : { stopAt }) })
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const name = pair.slice(0, pair.indexOf('=')).trim()
  const isOver = attributes.some((part) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(part))
  if (isOver) cookies.delete(name)
  else cookies.set(name, pair.slice(pair.indexOf('=') + 1))
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return found?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
