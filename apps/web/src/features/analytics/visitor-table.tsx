import type { Visitor } from '@linkshelf/contract'
import { showInstant } from '../../ui/dates.ts'
import { showCount, showNumber } from '../../ui/numbers.ts'
import { showTimeAgo, useMinute } from '../../ui/time-ago.ts'
import { DeviceIcon } from './device-icon.tsx'
import { trafficName } from './traffic-names.ts'
import { placeOfVisitor } from './visitor-place.ts'
import classes from './visitor-table.module.css'

interface VisitorTableProps {
  visitors: readonly Visitor[]
  /** The rows, which take the focus when more of them come. */
  rows: React.Ref<HTMLTableSectionElement>
  /** What is shown answers an earlier question. */
  isOld: boolean
}

/** On small screens each row is a card. */
export function VisitorTable({ visitors, rows, isOld }: VisitorTableProps) {
  const nowMs = useMinute()
  return (
    <div className={classes.room}>
      <table className={classes.table} aria-label="Visitors" aria-busy={isOld}>
        <thead>
          <tr>
            <th scope="col">First here</th>
            <th scope="col">Location</th>
            <th scope="col">Device</th>
            <th scope="col">Browser</th>
            <th scope="col">System</th>
            <th scope="col">Views</th>
          </tr>
        </thead>
        <tbody ref={rows}>
          {visitors.map((visitor) => (
            <VisitorRow key={visitor.id} visitor={visitor} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function VisitorRow({ visitor, nowMs }: { visitor: Visitor; nowMs: number }) {
  const { device, browser, os, firstAt, views } = visitor
  const [nearest, ...around] = placeOfVisitor(visitor)
  const exact = showInstant(firstAt)
  return (
    <tr tabIndex={-1}>
      <th scope="row" className={classes.first}>
        <time dateTime={firstAt} title={exact}>
          {showTimeAgo(firstAt, nowMs)}
          <small>{exact}</small>
        </time>
      </th>
      <td className={classes.place} data-unknown={nearest === undefined || undefined}>
        {nearest ?? trafficName('country', { name: '' })}
        {around.length > 0 && <small>{around.join(', ')}</small>}
      </td>
      <td className={classes.device}>
        <span>
          <DeviceIcon kind={device} />
          {trafficName('device', { name: device })}
        </span>
      </td>
      <td className={classes.browser} data-unknown={browser === '' || undefined}>
        {trafficName('browser', { name: browser })}
      </td>
      <td className={classes.system} data-unknown={os === '' || undefined}>
        {trafficName('os', { name: os })}
      </td>
      <td className={classes.views} title={showCount(views, 'view')}>
        {showNumber(views)}
        <span className={classes.unit}> {views === 1 ? 'view' : 'views'}</span>
      </td>
    </tr>
  )
}
