import type { ProductSuggestion } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { readOnlyMutation } from '../../../api/broadcast-changes.ts'
import { toErrorDetails } from '../../../ui/error-details.ts'
import { AffiliationNote } from '../../links/affiliation/affiliation-tag.tsx'
import { findFirstUrl, parseTypedUrl, parseUrls, UrlField } from '../../links/typed-url.tsx'
import { FormSection } from '../form/form-section.tsx'
import type { ProductValues } from '../form/use-product-form.ts'
import classes from './product-start.module.css'

/** The URLs of the pasted lines, each once, and the lines without a URL. */
export interface PastedLines {
  urls: readonly string[]
  others: readonly string[]
}

interface ProductStartProps {
  scope: ProjectScope
  suggestion: ProductSuggestion | undefined
  onSuggested: (suggestion: ProductSuggestion) => void
  /** Called if several URLs were pasted. Some of the pasted lines may have no URL. */
  onSeveral: (pasted: PastedLines) => void
  hasFocus: boolean
}

/** Asks for a shop's page of the product, and fills in the form from that page. */
export function ProductStart({ scope, suggestion, onSuggested, onSeveral, hasFocus }: ProductStartProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    meta: readOnlyMutation,
    mutationFn: (url: string) => suggestProduct(scope, url),
    onSuccess: onSuggested,
    onError: (error) => setProblem(toErrorDetails(error, unreadableMessage).message),
  })

  function start(typed: string): void {
    const url = parseTypedUrl(typed)
    setProblem(url === undefined ? 'Enter the URL of a product, such as https://shop.example/lamp' : undefined)
    if (url !== undefined && !isPending) mutate(url)
  }

  return (
    <FormSection title="Start with a URL" about="Paste the page of the product in a shop. Several URLs become several products.">
      {/* A pasted URL is read at once. The user does not have to press the button. */}
      <div
        className={classes.row}
        onPaste={(event) => {
          // If the pasted text consists only of URLs, the field has already passed them to `onSeveral`.
          if (event.defaultPrevented) return
          const pasted = event.clipboardData.getData('text/plain')
          const [url] = parseUrls(pasted)
          const lines = parsePastedLines(pasted)
          if (lines.urls.length > 1) {
            event.preventDefault()
            onSeveral(lines)
          } else if (url !== undefined && text === '') start(url)
        }}
      >
        <UrlField
          aria-label="Product URL"
          placeholder="https://"
          autoFocus={hasFocus}
          text={text}
          onType={setText}
          onSeveral={(urls) => onSeveral({ urls, others: [] })}
          error={problem}
          onKeyDown={(event) => {
            // If the event were not canceled, Enter would submit the product's form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            start(text)
          }}
        />
        <Button variant="default" loading={isPending} onClick={() => start(text)}>
          Fill in
        </Button>
      </div>
      <div role="status">{suggestion !== undefined && <SuggestionNote suggestion={suggestion} />}</div>
    </FormSection>
  )
}

function parsePastedLines(pasted: string): PastedLines {
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return {
    urls: [...new Set(lines.flatMap(findLineUrls))],
    others: lines.filter((line) => findLineUrls(line).length === 0).map((line) => line.trim()),
  }
}

/**
 * Returns the URLs in a line. If the line contains other words too, only texts with a scheme are URLs, because a dot
 * between two words may be a typing error.
 */
function findLineUrls(line: string): string[] {
  const urls = parseUrls(line)
  return urls.length > 0 ? urls : line.split(/\s+/).flatMap((word) => findFirstUrl(word) ?? [])
}

export const unreadableMessage = 'The page could not be read. Please try again.'

/** Proposes a product from a page. Nothing is stored. */
export function suggestProduct(scope: ProjectScope, url: string): Promise<ProductSuggestion> {
  return api.products.fromUrl.call({ params: scope, body: { url } })
}

/**
 * Fills in fields that are empty, and fields that still have the value from an earlier URL. The link of the earlier URL
 * is removed, because the new URL replaces it. The link of the new URL is the product's main shop.
 */
export function applySuggestion(
  { name, description, image_url, price, urls }: ProductValues,
  from: ProductSuggestion,
  earlier: ProductSuggestion | undefined,
): Partial<ProductValues> {
  const chooseText = (typed: string, found: string | null, filledIn: string | null | undefined) =>
    typed === '' || typed === filledIn ? (found ?? typed) : typed
  const isPriceTyped = price.amount !== '' && JSON.stringify(price) !== JSON.stringify(earlier?.price)
  const ids = new Set([...(from.url_id === null ? [] : [from.url_id]), ...urls.filter((id) => id !== earlier?.url_id)])
  return {
    name: chooseText(name, from.name, earlier?.name),
    description: chooseText(description, from.description, earlier?.description),
    image_url: chooseText(image_url, from.image_url, earlier?.image_url),
    price: isPriceTyped ? price : (from.price ?? price),
    urls: [...ids],
  }
}

/** Shows which shop the page belongs to, and whether clicks on a link to the page can earn a commission. */
function SuggestionNote({ suggestion: { retailer, affiliation, note } }: { suggestion: ProductSuggestion }) {
  return (
    <div className={classes.suggested}>
      <p className={classes.shop}>
        <strong>{retailer}</strong>
        <AffiliationNote link={{ affiliation, pending: false }} />
      </p>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </div>
  )
}
