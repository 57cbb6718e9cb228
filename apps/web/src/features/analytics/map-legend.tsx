import type { BreakdownRow } from '@linkshelf/contract'
import { showCount } from '../../ui/numbers.ts'
import classes from './breakdown.module.css'
import { clickSpread, mapSteps } from './map-steps.ts'

const steps = Array.from({ length: mapSteps }, (_, index) => index + 1)

interface MapLegendProps {
  /** The countries with clicks. */
  rows: readonly BreakdownRow[]
  /** Whether a country is on the map. */
  isDrawn: (letters: string) => boolean
}

/** What the tints of the map stand for, and how many countries it has no room for. */
export function MapLegend({ rows, isDrawn }: MapLegendProps) {
  const spread = clickSpread(rows)
  const left = rows.filter(({ name }) => !isDrawn(name)).length
  return (
    <p className={classes.legend}>
      {spread !== undefined && spread.least < spread.most && (
        <>
          <span>{showCount(spread.least, 'click')}</span>
          <span className={classes.scale} aria-hidden>
            {steps.map((step) => (
              <i key={step} data-step={step} />
            ))}
          </span>
        </>
      )}
      <span>{spread === undefined ? 'No clicks on the map yet' : showCount(spread.most, 'click')}</span>
      {left > 0 && <span className={classes.left}>{showCount(left, 'country', 'countries')} too small to draw</span>}
    </p>
  )
}
