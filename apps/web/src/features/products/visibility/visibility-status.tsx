import {
  computeVisibility,
  type Product,
  type Store,
  type Visibility,
  type VisibilityReason,
  type VisibilityState,
} from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { formatInstantIn, useMinute } from '../../../ui/formats/dates.ts'
import { Tag, type TagProps } from '../../../ui/tag.tsx'
import classes from './visibility.module.css'

const labelByState: Record<VisibilityState, { label: string; tone: TagProps['tone'] }> = {
  visible: { label: 'Visible', tone: 'good' },
  unavailable: { label: 'Unavailable', tone: 'pending' },
  hidden: { label: 'Hidden by you', tone: 'neutral' },
  not_in_store: { label: 'Not in the store', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'pending' },
}

const reasonTexts: Record<VisibilityReason, string> = {
  no_store: 'No store yet',
  store_hidden: 'Your store is hidden',
}

export interface VisibilityContext {
  /** Null if there is no store. Undefined until the store is loaded. */
  store: Store | null | undefined
  /** Whether the organization has store pages. */
  hasStorePage: boolean
}

/**
 * Returns what visitors see of a product now. It is computed in the browser, because a schedule can change it while it
 * is on screen. Until the store is loaded, it is the server's answer.
 */
export function useVisibility(product: Product, { store, hasStorePage }: VisibilityContext): Visibility {
  const now = new Date(useMinute())
  return store === undefined ? product.visibility : computeVisibility(product, { now, hasStorePage, store })
}

interface VisibilityStatusProps {
  visibility: Visibility
  /** The time zone of the project. */
  timeZone: string
  /** Shown after the state. */
  children?: React.ReactNode
}

/** Shows the state. If a schedule changes the state, also shows the time of the change, in the project's time zone. */
export function VisibilityStatus({ visibility: { state, at }, timeZone, children }: VisibilityStatusProps) {
  const { label, tone } = labelByState[state]
  return (
    <span className={classes.status}>
      <Tag tone={tone}>{label}</Tag>
      {at !== null && (
        <span className={classes.at}>
          {state === 'scheduled' ? 'from ' : ''}
          <time dateTime={at}>{formatInstantIn(at, timeZone)}</time>
        </span>
      )}
      {children}
    </span>
  )
}

/** Shows the store's reason for the state of a product. Shows nothing if the reason is the product's own fields. */
export function StoreReason({ visibility: { reason } }: { visibility: Visibility }) {
  return reason !== null && <span className={classes.at}>{reasonTexts[reason]}</span>
}

interface ShowInStoreButtonProps {
  product: Product
  onShow: (product: Product) => void
  /** Returns the element that gets the focus when the button is clicked, because the button then disappears. */
  focusAfter: (button: HTMLElement) => HTMLElement | null | undefined
}

export function ShowInStoreButton({ product, onShow, focusAfter }: ShowInStoreButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-xs"
      className={classes.show}
      aria-label={`Show in store: ${product.name}`}
      onClick={({ currentTarget }) => {
        focusAfter(currentTarget)?.focus()
        onShow(product)
      }}
    >
      Show in store
    </Button>
  )
}
