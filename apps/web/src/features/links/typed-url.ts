import { typedDestinationHref } from '@linkshelf/contract'

/** The URL that was typed or pasted into a search field, as a destination; undefined for a search term. */
export function typedUrl(text: string): string | undefined {
  return looksLikeUrl(text) ? typedDestinationHref(text) : undefined
}

/**
 * A URL is one word with a scheme, or with a dot in the part before the first slash: "lamp" is a search term,
 * "shop.example/lamp" is not.
 */
function looksLikeUrl(text: string): boolean {
  return /^(https?:\/\/\S+|[^\s/]+\.[^\s/.]{2,}(:\d+)?([/?#]\S*)?)$/i.test(text.trim())
}

/** The URLs in pasted text, each once; none when anything else is in it. */
export function urlsIn(text: string): string[] {
  const urls = text.trim().split(/\s+/).map(typedUrl)
  return urls.every((url) => url !== undefined) ? [...new Set(urls)] : []
}

/** The destination in what another app shared: most share a page as a sentence in `text`, some within `title`. */
export function sharedUrl(shared: URLSearchParams): string | undefined {
  const texts = ['url', 'text', 'title'].map((name) => shared.get(name) ?? '')
  return texts.map((text) => typedUrl(text) ?? firstUrlIn(text)).find((url) => url !== undefined)
}

/** The first URL with a scheme in a sentence, without the punctuation around it. */
function firstUrlIn(text: string): string | undefined {
  const [found] = /https?:\/\/[^\s<>"“”«»]+/i.exec(text) ?? []
  const url = found?.replace(/[.,:;!?'’\]}]+$/, '')
  return url === undefined ? undefined : typedUrl(url.includes('(') ? url : url.replace(/\)+[.,:;!?]*$/, ''))
}
