import {
  type Link,
  linksPerProduct,
  type Product,
  productLinkSearchHint,
  productLinkSearchMinLength,
  searchDebounceMs,
  searchMaxLength,
} from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLinkPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import { useCreateLink } from '../../../features/links/create/create-link.ts'
import { linkName } from '../../../features/links/link-name.ts'
import { linkQuery, linkSearchQuery } from '../../../features/links/link-queries.ts'
import { typedUrl } from '../../../features/links/typed-url.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { FormSection } from '../../../features/products/form/form-section.tsx'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'
import { useLinkProductUrl } from '../../../features/products/product-mutations.ts'
import { Address, withoutScheme } from '../../../ui/address.tsx'
import { errorDetails } from '../../../ui/error-details.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { type SearchOption, SearchSelect } from '../../../ui/search-select.tsx'
import classes from './product-editor.module.css'

/** The value of the option that creates a link; ids have no spaces. */
const createValue = 'create link'
const shownMax = 50

interface ProductLinksProps {
  /** Undefined for a new one, whose links are saved with it. */
  product: Product | undefined
  form: ProductForm
}

/** Where the product is sold: short links, found among those of the project or made of a pasted URL. */
export function ProductLinks({ product, form: { form } }: ProductLinksProps) {
  const { scope } = useProject()
  const linking = useLinkProductUrl(scope)
  const urls = product?.urls ?? form.values.urls

  function change(urlId: string, isLinked: boolean): void {
    if (product !== undefined) linking.mutate({ product, urlId, isLinked })
    else form.setFieldValue('urls', (now) => (isLinked ? [...now, urlId] : now.filter((id) => id !== urlId)))
  }

  return (
    <FormSection
      title="Link URLs to Product"
      about={`Each becomes a button in the store that says where it leads.${product === undefined ? '' : ' Changes are saved immediately.'}`}
    >
      {urls.length > 0 && (
        <ul className={classes.links} aria-label="Linked URLs">
          {urls.map((urlId) => (
            <LinkedUrl key={urlId} urlId={urlId} onUnlink={() => change(urlId, false)} />
          ))}
        </ul>
      )}
      <LinkSearch linked={urls} error={form.errors.urls} onLink={(urlId) => change(urlId, true)} />
    </FormSection>
  )
}

function LinkedUrl({ urlId, onUnlink }: { urlId: string; onUnlink: () => void }) {
  const { scope } = useProject()
  const { data: link, isError } = useQuery(linkQuery(scope, urlId))
  const name = link === undefined ? 'this URL' : linkName(link)
  return (
    <li>
      {link === undefined && !isError && <Skeleton height={16} width="50%" className={classes.grow} />}
      {link === undefined && isError && <span className={classes.grow}>This URL could not be loaded</span>}
      {link !== undefined && (
        <div className={classes.link}>
          <RouteLink to={`/links/${urlId}`}>{name}</RouteLink>
          <small>
            {withoutScheme(link.url)} → <Address href={link.target} />
          </small>
        </div>
      )}
      <IconAction action="Unlink" name={name} Icon={IconX} onClick={onUnlink} />
    </li>
  )
}

interface LinkSearchProps {
  linked: readonly string[]
  error: React.ReactNode
  onLink: (urlId: string) => void
}

function LinkSearch({ linked, error, onLink }: LinkSearchProps) {
  const { scope } = useProject()
  const creation = useCreateLink()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [term] = useDebouncedValue(typed.trim(), searchDebounceMs)
  const isSearch = term.length >= productLinkSearchMinLength
  const search = useQuery({ ...linkSearchQuery(scope, term, shownMax), enabled: isSearch })
  const isTooShort = typed.trim().length < productLinkSearchMinLength
  const isSettled = typed.trim() === term && !search.isFetching
  const found = isTooShort || !isSearch ? [] : (search.data?.body ?? []).filter(({ url_id }) => !linked.includes(url_id))

  async function choose(value: string): Promise<void> {
    const target = typedUrl(typed)
    if (value !== createValue) onLink(value)
    else if (target !== undefined) {
      const { link, problem: reason } = await creation.add(scope, target)
      setProblem(reason)
      if (link === undefined) return
      onLink(link.url_id)
    }
    setTyped('')
  }

  return (
    <SearchSelect
      label="Link a URL"
      description={`Search your links (${productLinkSearchHint}), or paste a URL to make a short link of it`}
      placeholder="Title, target or short URL"
      maxLength={searchMaxLength}
      typed={typed}
      onType={(text) => {
        setTyped(text)
        setProblem(undefined)
      }}
      isLoading={creation.isCreating || (!isTooShort && !isSettled)}
      options={linkOptions(found, isSettled ? typedUrl(typed) : undefined)}
      empty={emptyText(isTooShort, search.error)}
      error={problem ?? error}
      disabled={linked.length >= linksPerProduct}
      onChoose={(value) => void choose(value)}
    />
  )
}

function emptyText(isTooShort: boolean, error: unknown): string {
  if (isTooShort) return `Type to search: ${productLinkSearchHint}`
  return error === null ? 'No links found' : errorDetails(error).message
}

function linkOptions(found: readonly Link[], pasted: string | undefined): SearchOption[] {
  const options = found.map((link) => ({
    value: link.url_id,
    content: (
      <span className={classes.link}>
        <span>{linkName(link)}</span>
        <small>
          {withoutScheme(link.url)} → {withoutScheme(link.target)}
        </small>
      </span>
    ),
  }))
  if (pasted === undefined) return options
  const create = (
    <span className={classes.option}>
      <IconLinkPlus aria-hidden size={16} />
      <span className={classes.grow}>Create a short link to {withoutScheme(pasted)}</span>
    </span>
  )
  return [...options, { value: createValue, content: create }]
}
