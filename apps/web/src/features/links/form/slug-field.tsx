import {
  canCorrectSlug,
  checkedSlugsMax,
  findPageName,
  findSlugProblem,
  type Link,
  type SlugFixedReason,
  type SlugStatus,
} from '@linkshelf/contract'
import { Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { partialMatchKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { linkAliasesQuery } from '../addresses/alias-mutations.ts'
import { linkSlugQuery } from '../link-queries.ts'
import classes from './link-fields.module.css'

const checkDebounceMs = 300

interface SlugFieldProps {
  scope: ProjectScope
  link: Link
  /** The current slug of the link. */
  own: string
  /** The chosen domain. Null means the instance's own domain. */
  domain: string | null
  /** The domain's host in readable form. */
  host: string
  /** Whether the chosen domain differs from the link's current domain. */
  isMoved: boolean
  value: string
  onChange: (slug: string) => void
  error?: React.ReactNode
  /** The name of the field in its form, which focuses the field if it has an error. */
  'data-path'?: string
}

/** Checks the short name while it is typed, suggests free short names, and says what happens to the current address. */
export function SlugField({ scope, link, own, domain, host, isMoved, value, onChange, error, ...input }: SlugFieldProps) {
  const keptBecause = useReasonToKeep(scope, link)
  const typed = value.trim().normalize('NFC')
  const isRenamed = typed !== own
  const isChanged = isRenamed || isMoved
  const suggested = suggestSlugs({ title: link.title, target: link.target, typed: isRenamed ? typed : '' })
  const formProblem = findSlugProblem(typed)
  const slugs = [...(isChanged && formProblem === undefined ? [typed] : []), ...suggested]
  const [checked] = useDebouncedValue(slugs.join(','), checkDebounceMs)
  const domainQuery = domain === null ? {} : { domain }
  const { data, isFetching, isError } = useQuery({
    ...api.links.checkSlugs.queryOptions({ input: { params: scope, query: { slugs: checked, ...domainQuery } } }),
    enabled: checked !== '',
    placeholderData: (previous, query) => (isQueryForDomain(query?.queryKey, domain) ? previous : undefined),
  })
  const status = useSlugStatus(scope, link, { domain, slug: typed, checked: data?.find(({ slug }) => slug === typed)?.status })
  const free = new Set(data?.filter((one) => one.status === 'free').map(({ slug }) => slug))
  const problem = isChanged ? (formProblem ?? problemByStatus[status ?? 'free']) : undefined
  const prefix = `${host}/`
  const { ref, width } = useTextWidth(prefix)

  return (
    <div>
      <TextInput
        {...input}
        label="Short name"
        leftSection={
          <span ref={ref} className={classes.host}>
            {prefix}
          </span>
        }
        leftSectionWidth={`calc(${width} + 1rem)`}
        rightSection={
          isChanged && problem === undefined && !isError && (isFetching || status === undefined ? <Loader size={14} /> : <Free />)
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={keptBecause === null || isMoved ? undefined : textByKeepReason[keptBecause]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? problem}
      />
      <div className={classes.suggestions} aria-live="polite">
        {listFreeSuggestions(suggested, free).map((slug) => (
          <button key={slug} type="button" className={classes.chip} onClick={() => onChange(slug)}>
            {slug}
          </button>
        ))}
      </div>
    </div>
  )
}

/**
 * Measures the element that shows `text`, so that the typed text begins right after it. Until the element is measured,
 * the width is an estimate.
 */
function useTextWidth(text: string) {
  const ref = useRef<HTMLSpanElement>(null)
  const [width, setWidth] = useState(`${text.length}ch`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width depends on the text
  useLayoutEffect(() => {
    if (ref.current !== null) setWidth(`${ref.current.offsetWidth}px`)
  }, [text])
  return { ref, width }
}

/** Returns whether the query with this key checks short names on this domain. */
function isQueryForDomain(queryKey: QueryKey | undefined, domain: string | null): boolean {
  const query = domain === null ? { domain: undefined } : { domain }
  return queryKey !== undefined && partialMatchKey(queryKey, api.links.checkSlugs.key({ input: { query } }))
}

interface CheckedAddress {
  domain: string | null
  slug: string
  /** Undefined while the short name is being checked. */
  checked: SlugStatus | undefined
}

/**
 * Returns the status of a short name. A link can move to one of its own aliases, so an own alias counts as free. The
 * alias is taken for every other link.
 */
function useSlugStatus(scope: ProjectScope, { url_id }: Link, { domain, slug, checked }: CheckedAddress): SlugStatus | undefined {
  const { data: aliases = [] } = useQuery({ ...linkAliasesQuery(scope, url_id), enabled: checked === 'taken' })
  const isOwn = aliases.some((alias) => alias.domain === domain && alias.slug === slug)
  return checked === 'taken' && isOwn ? 'free' : checked
}

const textByKeepReason: Record<SlugFixedReason, string> = {
  age: 'This link was added more than an hour ago. If you change its short name, the current address keeps working as an alias.',
  visits: 'This link has been visited. If you change its short name, the current address keeps working as an alias.',
}

/**
 * Returns why the current address stays as an alias if the short name changes. Returns null if the address would not
 * stay, and also until this is loaded.
 */
function useReasonToKeep(scope: ProjectScope, { url_id }: Link): SlugFixedReason | null {
  const isOld = !canCorrectSlug(url_id, Date.now())
  const { data } = useQuery({ ...linkSlugQuery(scope, url_id), enabled: !isOld })
  return isOld ? 'age' : (data?.fixed_because ?? null)
}

function Free() {
  return (
    <span className={classes.free} role="img" aria-label="Free">
      <IconCheck aria-hidden size={16} />
    </span>
  )
}

const problemByStatus = {
  free: undefined,
  taken: 'This short name is already taken. Please choose a different one.',
  reserved: 'This short name is reserved. Please choose a different one.',
}

const maxSuggestions = 3
const maxLength = 32

/**
 * Suggests short names: variants of the typed text, then names from the link's title, the page's name in the
 * destination, and the site. Suggestions contain no letters that an address would percent-encode. The server checks
 * which suggestions are free.
 */
export function suggestSlugs({ title, target, typed }: { title: string | null; target: string; typed: string }): string[] {
  const name = new URL(target).hostname.replace(/^www\./, '').split('.')[0] ?? ''
  const words = [toSlug(title ?? '', 3), toSlug(title ?? '', 2), toSlug(findPageName(target) ?? '', 3), toSlug(name, 2)]
  const parts = typed.split('/').map((part) => (/^[!-~]*$/.test(part) ? part : toSlug(part, maxLength)))
  const plain = parts.join('/')
  const variants = parts.includes('') ? [] : [plain, `${plain}-2`, `${plain}-${toSlug(name, 1)}`]
  const suggested = [...variants, ...words].filter((slug) => slug.length > 2 && slug !== typed && findSlugProblem(slug) === undefined)
  return [...new Set(suggested)].slice(0, checkedSlugsMax - 1)
}

export function listFreeSuggestions(suggested: readonly string[], free: ReadonlySet<string>): string[] {
  return suggested.filter((slug) => free.has(slug)).slice(0, maxSuggestions)
}

/**
 * Returns the first words in lower case with hyphens between them. Accents are removed, and characters other than a to
 * z and digits separate words.
 */
function toSlug(text: string, maxWords: number): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let slug = ''
  for (const word of words.slice(0, maxWords)) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > maxLength) break
    slug = longer
  }
  return slug
}
