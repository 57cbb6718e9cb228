import {
  formatReadableShortUrl,
  type Link,
  productLinkSearchHint,
  productLinkSearchMinLength,
  searchDebounceMs,
  searchMaxLength,
} from '@linkshelf/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLinkPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCreateLink } from '../../../features/links/create/create-link.tsx'
import { cacheLink } from '../../../features/links/link-cache.ts'
import { formatLinkName } from '../../../features/links/link-name.ts'
import { linkSearchQuery } from '../../../features/links/link-queries.ts'
import { parseTypedUrl } from '../../../features/links/typed-url.tsx'
import { useProject } from '../../../features/organizations/selection.tsx'
import { toErrorDetails } from '../../../ui/error-details.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { type SearchOption, SearchSelect } from '../../../ui/forms/search-select.tsx'
import classes from './links.module.css'

/** The value of the option that creates a link. It contains a space, so it differs from every id. */
const createValue = 'create link'
const shownMax = 50

interface LinkSearchProps {
  id?: string
  label: string
  /** Ids of the chosen links. */
  linked: readonly string[]
  /** The maximum number of chosen links. */
  max: number
  error: React.ReactNode
  onLink: (link: Link) => void
}

/** Finds a link of the project, or creates a link for a pasted URL. */
export function LinkSearch({ id, label, linked, max, error, onLink }: LinkSearchProps) {
  const { scope } = useProject()
  const queryClient = useQueryClient()
  const creation = useCreateLink()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [term] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const isSearch = term.length >= productLinkSearchMinLength
  const search = useQuery({ ...linkSearchQuery(scope, term, { limit: shownMax }), enabled: isSearch })
  const isTooShort = typed.trim().length < productLinkSearchMinLength
  const isSettled = typed.trim() === term && !search.isFetching
  const found = isTooShort || !isSearch ? [] : (search.data?.body ?? []).filter(({ url_id }) => !linked.includes(url_id))

  /**
   * Caches the link at once. If it was not cached, its shop would be missing from the store's suggested wordings until
   * the link is loaded.
   */
  function add(link: Link): void {
    cacheLink(queryClient, scope, link)
    onLink(link)
  }

  async function choose(value: string): Promise<void> {
    const target = parseTypedUrl(typed)
    const chosen = found.find(({ url_id }) => url_id === value)
    if (chosen !== undefined) add(chosen)
    else if (target !== undefined) {
      const { link, problem: reason } = await creation.add(scope, target, { isForForm: true })
      setProblem(reason)
      if (link === undefined) return
      add(link)
    }
    setTyped('')
  }

  return (
    <SearchSelect
      id={id}
      label={label}
      description={`Search your links (${productLinkSearchHint}), or paste a URL to make a short link of it`}
      placeholder="Title, target or short URL"
      maxLength={searchMaxLength}
      typed={typed}
      onType={(text) => {
        setTyped(text)
        setProblem(undefined)
      }}
      isLoading={creation.isCreating || (!isTooShort && !isSettled)}
      options={listLinkOptions(found, isSettled ? parseTypedUrl(typed) : undefined)}
      empty={explainEmpty(isTooShort, search.error)}
      error={problem ?? error}
      disabled={linked.length >= max}
      onChoose={(value) => void choose(value)}
    />
  )
}

function explainEmpty(isTooShort: boolean, error: unknown): string {
  if (isTooShort) return `Type to search: ${productLinkSearchHint}`
  return error === null ? 'No links found' : toErrorDetails(error).message
}

function listLinkOptions(found: readonly Link[], pasted: string | undefined): SearchOption[] {
  const options = found.map((link) => ({
    value: link.url_id,
    content: (
      <span className={classes.link}>
        <span>{formatLinkName(link)}</span>
        <small>
          {formatReadableShortUrl(link.url)} → {stripScheme(link.target)}
        </small>
      </span>
    ),
  }))
  if (pasted === undefined) return options
  const create = (
    <span className={classes.option}>
      <IconLinkPlus aria-hidden size={16} />
      <span className={classes.grow}>Create a short link to {stripScheme(pasted)}</span>
    </span>
  )
  return [...options, { value: createValue, content: create }]
}
