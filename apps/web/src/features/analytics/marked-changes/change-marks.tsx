import { type AuditLogEntry, describeActor } from '@linkshelf/contract'
import { Suspense } from 'react'
import type { ChartMark } from '../../../ui/charts/chart-intervals.ts'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

const MarkedChanges = lazyComponent(() => import('./marked-changes.tsx').then((module) => module.MarkedChanges))

interface ChangeMarks {
  marks: ChartMark[]
  foot: React.ReactNode
}

/** Returns the changes in the days of a chart as its marks, and as the list below its plot. */
export function changeMarks(changes: readonly AuditLogEntry[] = []): ChangeMarks {
  return {
    marks: changes.map(({ id, date, description, actor, metadata }) => ({
      id,
      at: date,
      text: `${description}, by ${describeActor(actor, metadata.source)}`,
    })),
    foot: changes.length > 0 && (
      <Suspense fallback={null}>
        <MarkedChanges changes={changes} />
      </Suspense>
    ),
  }
}
