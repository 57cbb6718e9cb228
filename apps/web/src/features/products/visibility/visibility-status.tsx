import { computeVisibility, type Product, type Visibility, type VisibilityState } from '@linkshelf/contract'
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

/**
 * Returns what visitors see of a product now. It is computed in the browser, because a schedule can change it while it
 * is on screen.
 */
export function useVisibility(product: Product, hasStorePage: boolean): Visibility {
  return computeVisibility(product, { now: new Date(useMinute()), hasStorePage })
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
