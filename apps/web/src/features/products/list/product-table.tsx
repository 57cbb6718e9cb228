import type { Category, ListedProduct, Product } from '@linkshelf/contract'
import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useRef } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import type { RowSelection } from '../../../ui/tables/row-selection.ts'
import { useRowDrag } from '../../../ui/tables/use-row-drag.ts'
import type { VisibilityContext } from '../visibility/visibility-status.tsx'
import { type LoadedProducts, type MoveTarget, toPlace } from './product-order.ts'
import { ProductRow, type ProductRowActions } from './product-row.tsx'
import classes from './product-table.module.css'
import type { ProductMove } from './use-move-product.ts'

interface ProductTableProps
  extends VisibilityContext,
    Pick<ProductRowActions, 'onDownloadQrCode' | 'onDialog' | 'onShowInStore' | 'onPin'> {
  scope: ProjectScope
  loaded: LoadedProducts<ListedProduct>
  /** All categories of the project. */
  categories: readonly Category[]
  /** Whether the list on screen has the store's order. A filtered list does not. */
  isOrdered: boolean
  /** Whether the rows are the result of an earlier query. */
  isStale: boolean
  selection: RowSelection<Product>
  /** The time zone of the project. */
  timeZone: string
  onMove: (move: ProductMove) => void
  /** Rendered after the rows. */
  foot: (list: RefObject<HTMLElement | null>) => React.ReactNode
}

const columns = [
  { name: 'Name', className: classes.name },
  { name: 'Description', className: classes.description },
  { name: 'Categories', className: classes.categories },
  { name: 'Shop', className: classes.shop },
  { name: 'Clicks', className: classes.clicks },
  { name: 'Earned', className: classes.earned },
]

/**
 * Shows the products as a table. In the store's order, rows can be dragged by their handle. If the table is narrower
 * than 68 rem, each row is a card.
 */
export function ProductTable({
  scope,
  loaded,
  categories,
  isOrdered,
  isStale,
  selection,
  timeZone,
  store,
  hasStorePage,
  onMove,
  foot,
  ...actions
}: ProductTableProps) {
  const { products, hasMore } = loaded
  const list = useRef<HTMLTableSectionElement>(null)
  const canChange = useCan('products.patch')

  // The callbacks are stable, so that unchanged rows are not rendered again.
  const move = useCallbackRef((product: ListedProduct, to: MoveTarget) =>
    onMove({ product, place: 'position' in to ? to : toPlace(loaded, product, to.index) }),
  )
  const { drag, press } = useRowDrag({
    list,
    onDrop: (from, index) => {
      const product = products[from]
      if (product !== undefined) move(product, { index })
    },
  })
  const pressRow = useCallbackRef(press)
  const downloadQrCode = useCallbackRef(actions.onDownloadQrCode)
  const openDialog = useCallbackRef(actions.onDialog)
  const select = useCallbackRef(selection.toggle)
  const pin = useCallbackRef(actions.onPin)
  const showInStore = useCallbackRef(actions.onShowInStore)

  return (
    <Card p={0} className={classes.card}>
      <table
        className={classes.table}
        data-readonly={!canChange || undefined}
        aria-label="Products"
        aria-busy={isStale}
        data-dragging={drag !== undefined || undefined}
      >
        <thead>
          <tr>
            <HiddenHeader name="Order" className={classes.handle} />
            <HiddenHeader name="Image" className={classes.image} />
            {columns.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
            <HiddenHeader name="Actions" className={classes.actions} />
          </tr>
        </thead>
        <tbody ref={list}>
          {products.map((product, index) => (
            <ProductRow
              key={product.product_id}
              scope={scope}
              product={product}
              categories={categories}
              timeZone={timeZone}
              store={store}
              hasStorePage={hasStorePage}
              index={index}
              hasNext={hasMore || index < products.length - 1}
              isOrdered={isOrdered}
              isDragged={drag?.from === index}
              dropAt={drag && findDropSide(drag, index, products.length)}
              onMove={move}
              onPin={pin}
              onPress={pressRow}
              onDownloadQrCode={downloadQrCode}
              isSelected={selection.has(product)}
              canSelect={selection.has(product) || !selection.isFull}
              onSelect={select}
              onDialog={openDialog}
              onShowInStore={actions.onShowInStore && showInStore}
            />
          ))}
        </tbody>
      </table>
      {foot(list)}
    </Card>
  )
}

function HiddenHeader({ name, className }: { name: string; className: string | undefined }) {
  return (
    <th scope="col" className={className}>
      <span className="visually-hidden">{name}</span>
    </th>
  )
}

/**
 * Returns on which side of the row at `index` the drop is marked. The row that would follow the dragged row is marked
 * on its upper side. If no row would follow, the last row is marked on its lower side.
 */
function findDropSide(
  { from, index: place }: { from: number; index: number },
  index: number,
  count: number,
): 'before' | 'after' | undefined {
  if (index === from || place === from) return undefined
  const indexAmongOthers = index > from ? index - 1 : index
  if (indexAmongOthers === place) return 'before'
  return place === count - 1 && indexAmongOthers === place - 1 ? 'after' : undefined
}
