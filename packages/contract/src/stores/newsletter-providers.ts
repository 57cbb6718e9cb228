// Newsletter providers by the addresses that their forms post to. Separate from the store schemas, because store pages
// import this file and must not load schemas.

interface NewsletterProvider {
  name: string
  /** The name of the field for the email address in the provider's forms. */
  field: string
}

const providers: readonly (readonly [host: RegExp, NewsletterProvider])[] = [
  [/\.list-manage\.com$/, { name: 'Mailchimp', field: 'EMAIL' }],
  [/^app\.(kit|convertkit)\.com$/, { name: 'Kit', field: 'email_address' }],
  [/^buttondown\.(com|email)$/, { name: 'Buttondown', field: 'email' }],
  [/\.beehiiv\.com$/, { name: 'Beehiiv', field: 'email' }],
  [/\.substack\.com$/, { name: 'Substack', field: 'email' }],
]

/** Returns the newsletter provider that an address of a form belongs to. Undefined if the provider is unknown. */
export function findNewsletterProvider(address: string): NewsletterProvider | undefined {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return providers.find(([pattern]) => pattern.test(host))?.[1]
}

/**
 * Returns the name of the field for the email address: the name that the owner entered, or else the provider's name for
 * it.
 */
export function toNewsletterFieldName({ url, field }: { url: string; field: string | null }): string {
  return field ?? findNewsletterProvider(url)?.field ?? 'email'
}

export const newsletterFieldPattern = /^[\w.:[\]-]{1,100}$/

/**
 * Parses the embeddable form of a newsletter provider. Returns the form's address and the name of its email field.
 * Undefined if the text is not such a form.
 */
export function parseNewsletterForm(html: string): { url: string; field: string | null } | undefined {
  const form = /<form\b[^>]*>/i.exec(html)?.[0]
  const url = form === undefined ? undefined : findAttribute(form, 'action')
  if (url === undefined || !URL.canParse(url)) return undefined
  const inputs = Array.from(html.matchAll(/<input\b[^>]*>/gi), ([input]) => input)
  const email = inputs.find((input) => /^email$/i.test(findAttribute(input, 'type') ?? '')) ?? inputs.find(isNamedEmail)
  const name = email === undefined ? undefined : findAttribute(email, 'name')
  return { url, field: name !== undefined && newsletterFieldPattern.test(name) ? name : null }
}

function isNamedEmail(input: string): boolean {
  return /e-?mail/i.test(findAttribute(input, 'name') ?? '')
}

function findAttribute(tag: string, name: string): string | undefined {
  const [, double, single, bare] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return (double ?? single ?? bare)?.replaceAll('&amp;', '&').trim()
}
