import * as mini from 'zod/mini'
import { targetMaxLength, toDestinationHref } from './destinations.ts'
import { hasPlainHost } from './plain-host.ts'
import { parseFontsAddress, parseUploadAddress } from './upload-addresses.ts'

const secureOnly = 'Enter an address that begins with https://'
const contactOnly = 'Enter an email address, or an address that begins with https://'

/**
 * Creates the schema of an optional address. The text is trimmed, and `toHref` converts it. Blank text becomes null.
 */
function makeAddressSchema(error: string, toHref: (typed: string) => string | undefined) {
  const typed = mini
    .string({ error })
    .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `URLs can be up to ${targetMaxLength} characters` }))
  const address = mini.transform((input: string, payload) => {
    if (input === '') return null
    const href = toHref(input)
    if (href !== undefined) return href
    payload.issues.push({ code: 'custom', message: error, input })
    return mini.NEVER
  })
  return mini.nullable(mini.pipe(typed, address))
}

/**
 * Address of a picture, a font or a page that a store page loads or links to. It must begin with https:// or be the
 * address of an uploaded file. Blank text becomes null.
 */
export const nullableWebAddress = makeAddressSchema(secureOnly, toSecureHref)

/** Address that a form on a store page posts to. It must begin with https://. Blank text becomes null. */
export const nullableFormAddress = makeAddressSchema(secureOnly, (typed) => {
  const href = toDestinationHref(typed)
  return href?.startsWith('https:') && hasPlainHost(href) ? href : undefined
})

/**
 * Address of a font style sheet. It must begin with https:// or be the address of copied fonts. Null if it is blank or
 * missing.
 */
export const fontsAddress = mini._default(
  makeAddressSchema(secureOnly, (typed) => {
    const href = toSecureHref(typed)
    return href !== undefined && hasPlainHost(href) ? href : undefined
  }),
  null,
)

/** Like `nullableWebAddress`, but a missing value becomes null. */
export const secureWebAddress = mini._default(nullableWebAddress, null)

/** Contact of an owner: an email address, which is stored as `mailto:`, or the address of a page. */
export const nullableContact = makeAddressSchema(contactOnly, (typed) => toSecureHref(typed) ?? toMailtoHref(typed))

function toSecureHref(typed: string): string | undefined {
  const href = toDestinationHref(typed)
  // Uploaded files can be on http, because the public origin of an instance on a laptop has no https.
  return href !== undefined && (href.startsWith('https:') || isOwnFile(href)) ? href : undefined
}

function isOwnFile(href: string): boolean {
  return parseUploadAddress(href) !== undefined || parseFontsAddress(href) !== undefined
}

/**
 * Converts an email address, with or without `mailto:`, to a `mailto:` address. Undefined if the text is not an email
 * address. Nothing is escaped, because the email pattern allows no character that a `mailto:` address must escape.
 */
function toMailtoHref(typed: string): string | undefined {
  const email = typed.replace(/^mailto:/i, '')
  return email.length <= 254 && mini.regexes.email.test(email) ? `mailto:${email}` : undefined
}
