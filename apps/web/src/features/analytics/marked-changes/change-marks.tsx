import { type AuditLogEntry, describeActor } from '@linkshelf/contract'
import type { ChartMark } from '../../../ui/charts/chart-intervals.ts'
import { MarkedChanges } from './marked-changes.tsx'

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
    foot: changes.length > 0 && <MarkedChanges changes={changes} />,
  }
}
