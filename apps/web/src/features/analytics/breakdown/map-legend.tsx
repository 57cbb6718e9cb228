import type { BreakdownRow } from '@linkshelf/contract'
import { showCount } from '../../../ui/formats/numbers.ts'
import classes from './breakdown.module.css'
import { clickRange, mapSteps } from './map-steps.ts'

const steps = Array.from({ length: mapSteps }, (_, index) => index + 1)

interface MapLegendProps {
  /** The countries with clicks. */
  rows: readonly BreakdownRow[]
  /** Whether a country is on the map. */
  isDrawn: (code: string) => boolean
}

/** The colors of the map, and the number of countries that are too small for it. */
export function MapLegend({ rows, isDrawn }: MapLegendProps) {
  const range = clickRange(rows)
  const notDrawnCount = rows.filter(({ name }) => !isDrawn(name)).length
  return (
    <p className={classes.legend}>
      {range !== undefined && range.min < range.max && (
        <>
          <span>{showCount(range.min, 'click')}</span>
          <span className={classes.scale} aria-hidden>
            {steps.map((step) => (
              <i key={step} data-step={step} />
            ))}
          </span>
        </>
      )}
      <span>{range === undefined ? 'No clicks on the map yet' : showCount(range.max, 'click')}</span>
      {notDrawnCount > 0 && <span className={classes.notDrawn}>{showCount(notDrawnCount, 'country', 'countries')} too small to draw</span>}
    </p>
  )
}
