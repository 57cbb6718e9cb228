import { type Category, categoryBadgesMax, type ListedProduct, type Product } from '@linkshelf/contract'
import { IconPencil, IconPhoto, IconPinned, IconQrcode, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, type PointerEvent, useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { IconAction } from '../../../ui/icon-action.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { RowCheckbox } from '../../../ui/tables/row-checkbox.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { productNumbersQuery } from '../../analytics/analytics-queries.ts'
import type { OpenProductDialog } from '../dialogs/product-dialogs.tsx'
import { formatObjectPosition } from '../picture-position.ts'
import { toProductEditPath } from '../product-paths.ts'
import {
  ShowInStoreButton,
  StoreReason,
  useVisibility,
  type VisibilityContext,
  VisibilityStatus,
} from '../visibility/visibility-status.tsx'
import { MoveMenu } from './move-menu.tsx'
import { ProductClicks, ProductEarned, ProductPriceText, ProductShops } from './product-facts.tsx'
import type { MoveTarget } from './product-order.ts'
import classes from './product-row.module.css'
import columns from './product-table.module.css'

export interface ProductRowActions {
  onMove: (product: ListedProduct, to: MoveTarget) => void
  onPin: (product: ListedProduct) => void
  onPress: (event: PointerEvent, index: number) => void
  onDownloadQrCode: (product: Product) => void
  onSelect: (product: Product, isRange: boolean) => void
  onDialog: OpenProductDialog
  /** Undefined if there is no store, or if the user may not change it. */
  onShowInStore: ((product: Product) => void) | undefined
}

interface ProductRowProps extends ProductRowActions, VisibilityContext {
  scope: ProjectScope
  product: ListedProduct
  /** All categories of the project. */
  categories: readonly Category[]
  /** The time zone of the project. */
  timeZone: string
  /** The index in the list on screen, counted from 0. */
  index: number
  hasNext: boolean
  /** Whether the list on screen has the store's order. */
  isOrdered: boolean
  /** The side of this row where the dragged row would be dropped. */
  dropAt: 'before' | 'after' | undefined
  isDragged: boolean
  isSelected: boolean
  /** False if the maximum number of products is already selected. */
  canSelect: boolean
}

/** Memoized, because there may be hundreds of rows and a drag changes only three of them. */
export const ProductRow = memo(function ProductRow({ scope, product, categories, timeZone, index, ...row }: ProductRowProps) {
  const { product_id, name, description } = product
  const editPath = toProductEditPath(product_id)
  const canChange = useCan('products.patch')
  const visibility = useVisibility(product, row)
  const { data: numbers } = useQuery(productNumbersQuery(scope, product_id))

  return (
    <tr
      className={columns.row}
      data-dragged={row.isDragged || undefined}
      data-drop={row.dropAt}
      data-selected={row.isSelected || undefined}
    >
      <td className={columns.handle}>
        {canChange && (
          <>
            <RowCheckbox
              className={classes.checkbox}
              name={name}
              isSelected={row.isSelected}
              isDisabled={!row.canSelect}
              onSelect={(isRange) => row.onSelect(product, isRange)}
            />
            <MoveMenu
              product={product}
              position={row.isOrdered ? index + 1 : undefined}
              hasNext={row.hasNext}
              onMove={(to) => row.onMove(product, to)}
              onPin={() => row.onPin(product)}
              onPress={row.isOrdered ? (event) => row.onPress(event, index) : undefined}
            />
          </>
        )}
      </td>
      <td className={columns.image}>
        {/* The picture's link is only for the pointer. Keyboards and screen readers use the link of the name. */}
        <RouteLink to={editPath} className={classes.picture} tabIndex={-1} aria-hidden draggable={false}>
          <ProductImage product={product} />
        </RouteLink>
      </td>
      <th scope="row" className={columns.name}>
        <span className={classes.title}>
          <RouteLink to={editPath} className={classes.link} title={name}>
            {name}
          </RouteLink>
          {product.pinned && <IconPinned className={classes.pinned} role="img" aria-label="Pinned" size={15} stroke={1.7} />}
        </span>
        <span className={classes.state}>
          <VisibilityStatus visibility={visibility} timeZone={timeZone}>
            <StoreReason visibility={visibility} />
            {visibility.state === 'not_in_store' && row.onShowInStore && (
              <ShowInStoreButton
                product={product}
                onShow={row.onShowInStore}
                focusAfter={(button) => button.closest('tr')?.querySelector<HTMLElement>('th a')}
              />
            )}
            <ProductPriceText price={product.price} price_visible={product.price_visible} />
          </VisibilityStatus>
        </span>
      </th>
      <td className={columns.description} title={description ?? undefined}>
        {description}
      </td>
      <td className={columns.categories}>
        <CategoryBadges categories={categories.filter(({ category_id }) => product.categories.includes(category_id))} />
      </td>
      <td className={columns.shop}>
        <ProductShops shops={product.shops} />
      </td>
      <td className={columns.clicks} data-label="Clicks">
        <ProductClicks numbers={numbers} />
      </td>
      <td className={columns.earned} data-label="Earned">
        <ProductEarned numbers={numbers} />
      </td>
      <td className={columns.actions}>
        <div className={classes.buttons}>
          {canChange && <IconLink action="Edit" name={name} Icon={IconPencil} to={editPath} />}
          <IconAction action="Download QR code" name={`of ${name}`} Icon={IconQrcode} onClick={() => row.onDownloadQrCode(product)} />
          {canChange && (
            <IconAction action="Delete" name={name} Icon={IconTrash} onClick={(button) => row.onDialog('delete', [product], button)} />
          )}
        </div>
      </td>
    </tr>
  )
})

/**
 * Shows the first categories of a product, and the number of the others as +N. The names of the others are shown on
 * hover and read by screen readers.
 */
function CategoryBadges({ categories }: { categories: readonly Category[] }) {
  const others = categories.slice(categoryBadgesMax)
  const names = others.map(({ name }) => name).join(', ')
  return (
    <span className={classes.badges}>
      {categories.slice(0, categoryBadgesMax).map(({ category_id, name, color_hex }) => (
        <Tag key={category_id} color={color_hex}>
          {name}
        </Tag>
      ))}
      {others.length > 0 && (
        <span className={classes.others} title={names}>
          <span aria-hidden>+{others.length}</span>
          <span className="visually-hidden">and {names}</span>
        </span>
      )}
    </span>
  )
}

/**
 * Shows the picture of a product. Shows a placeholder if there is no picture, or if its address does not lead to a
 * picture.
 */
function ProductImage({ product }: { product: ListedProduct }) {
  const { image_url: src } = product
  const [failedSrc, setFailedSrc] = useState<string>()
  const hasPicture = src !== null && src !== '' && src !== failedSrc
  return (
    <span className={classes.frame}>
      {hasPicture ? (
        <img
          src={src}
          alt=""
          style={{ objectPosition: formatObjectPosition(src, product, 1) }}
          loading="lazy"
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <IconPhoto aria-hidden size={20} stroke={1.5} />
      )}
    </span>
  )
}
