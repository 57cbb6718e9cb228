import { linksPerProduct, type Product } from '@linkshelf/contract'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useProject } from '../../../features/organizations/selection.tsx'
import { FormSection } from '../../../features/products/form/form-section.tsx'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'
import { useLinkProductUrl, useMoveProductUrl } from '../../../features/products/product-mutations.ts'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { ListItemActions } from '../../../ui/tables/list-item-actions.tsx'
import { ChosenLink } from '../links/chosen-link.tsx'
import { LinkSearch } from '../links/link-search.tsx'
import classes from '../links/links.module.css'
import { StoreNotice } from '../links/store-notice.tsx'

interface ProductLinksProps {
  /** Undefined if the product is new. The links of a new product are saved with the product. */
  product: Product | undefined
  form: ProductForm
  /** The URL of a shop's page. A short link to it is created together with the product. */
  target: string | undefined
  onRemoveTarget: () => void
}

/**
 * The short links that sell the product, in the order of their buttons. The user finds them among the links of the
 * project, or creates a link for a pasted URL.
 */
export function ProductLinks({ product, form: { form }, target, onRemoveTarget }: ProductLinksProps) {
  const { scope, project, entitlements } = useProject()
  const linking = useLinkProductUrl(scope)
  const moving = useMoveProductUrl(scope)
  const [announcement, setAnnouncement] = useState('')
  const urls = product?.urls ?? form.values.urls

  function change(urlId: string, isLinked: boolean): void {
    if (product !== undefined) linking.mutate({ product, urlId, isLinked })
    else form.setFieldValue('urls', (now) => (isLinked ? [...now, urlId] : now.filter((id) => id !== urlId)))
  }

  function move(from: number, to: number, name: string): void {
    const urlId = urls[from]
    if (urlId === undefined) return
    setAnnouncement(`${name} moved to position ${to + 1}.`)
    if (product !== undefined) moving.mutate({ product, urlId, to })
    else form.reorderListItem('urls', { from, to })
  }

  return (
    <FormSection
      title="Link URLs to Product"
      about={describeLinks({ used: project.link_count, limit: entitlements.linksPerProject, isSaved: product !== undefined })}
    >
      {urls.length + (target === undefined ? 0 : 1) > 0 && (
        <ol className={classes.list} aria-label="Linked URLs">
          {target !== undefined && (
            <li className={classes.chosen}>
              <div className={classes.link}>
                <span>{stripScheme(target)}</span>
                <small>A short link to this page is created with the product.</small>
              </div>
              <IconAction action="Remove" name={stripScheme(target)} Icon={IconX} onClick={onRemoveTarget} />
            </li>
          )}
          {urls.map((urlId, index) => (
            <li key={urlId}>
              <ChosenLink urlId={urlId}>
                {(name) => (
                  <div className={classes.actions}>
                    <ListItemActions
                      name={name}
                      index={index}
                      count={urls.length}
                      removal="Unlink"
                      onMove={(to) => move(index, to, name)}
                      onRemove={() => change(urlId, false)}
                    />
                  </div>
                )}
              </ChosenLink>
            </li>
          ))}
        </ol>
      )}
      <StoreNotice links={urls.map((url_id) => ({ url_id }))} />
      <LinkSearch
        label="Link a URL"
        linked={urls}
        max={target === undefined ? linksPerProduct : linksPerProduct - 1}
        error={form.errors.urls}
        onLink={({ url_id }) => change(url_id, true)}
      />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </FormSection>
  )
}

function describeLinks({ used, limit, isSaved }: { used: number; limit: number; isSaved: boolean }): string {
  return [
    'Each link becomes a “Buy at …” button. The first link is the main shop.',
    Number.isFinite(limit) && `New links count toward your plan: ${formatNumber(used)} of ${formatNumber(limit)} are used.`,
    isSaved && 'Changes are saved immediately.',
  ]
    .filter(Boolean)
    .join(' ')
}
