import * as mini from 'zod/mini'

export const unstorableTextMessage = 'Use letters and other visible characters'

const oddCharacters = { error: unstorableTextMessage, abort: true }

/**
 * Whether PostgreSQL can store the text: it can't store NUL and lone surrogates. The server checks all strings of a
 * request, so a schema has to check this only for forms.
 */
export function isStorableText(written: string): boolean {
  return !written.includes('\0') && written.isWellFormed()
}

const isStorable = mini.refine<string>(isStorableText, oddCharacters)

/** Text of a user, without NUL and lone surrogates. */
export const text = mini.string().check(isStorable)

export function maxCharacters(max: number) {
  // `error` is a function, so that creating a schema formats no number. The first formatted number of a process loads
  // the locales.
  return mini.maxLength(max, { error: () => `Use at most ${max.toLocaleString('en')} characters` })
}

/**
 * Trimmed text with at least one visible character. `missing` is the message if the text has no visible character or
 * the value is not a text.
 */
export function visibleText(missing: string) {
  return mini.string({ error: missing }).check(
    isStorable,
    mini.trim(),
    mini.minLength(1, { error: missing, abort: true }),
    mini.refine((written) => isVisible(written), { error: missing }),
  )
}

/** The name of something: visible text on one line. */
export function nameText(missing: string) {
  return visibleText(missing).check(mini.refine((written) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(written), oddCharacters))
}

export const webAddressMessage = "A name can't contain a web address. If this is not an address, put a space after the dot."

/**
 * The name of a user or an organization. It must not look like a web address, because others read it in emails, and
 * mail programs would turn it into a link.
 */
export function ownerName(missing: string) {
  return nameText(missing).check(mini.refine((written) => !hasWebAddress(written), { error: webAddressMessage }))
}

/**
 * Whether a text has a scheme, an IPv4 address, or a dot between letters or digits as in a host name. The text is
 * normalized with NFKC, and the ideographic full stop counts as a dot, because host names are read this way (UTS #46).
 */
export function hasWebAddress(written: string): boolean {
  return /:\/\/|[\p{L}\p{N}][.\u3002](?:\p{L}{2}|xn--)|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?:\D|$)/iu.test(written.normalize('NFKC'))
}

/**
 * Whether a text has a visible character. Marks, spaces and joiners are invisible, and so are letters and signs that
 * show only a blank.
 */
export function isVisible(written: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(written)
}

/** Trimmed text or null. Blank text becomes null. */
export function nullableText(maxLength: number) {
  const trimmed = text.check(mini.trim(), maxCharacters(maxLength))
  return mini.nullable(
    mini.pipe(
      trimmed,
      mini.transform((typed: string) => typed || null),
    ),
  )
}

/** Like `nullableText`, but a missing value becomes null. */
export function optionalText(maxLength: number) {
  return mini._default(nullableText(maxLength), null)
}
