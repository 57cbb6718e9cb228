import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'

interface RenamedLink {
  /** The address before the deletion. */
  earlier: string
  url: string
}

const columns: Column<RenamedLink>[] = [
  { id: 'earlier', header: 'Earlier', cell: ({ earlier }) => earlier },
  { id: 'url', header: 'Now', cell: ({ url }) => url },
]

/** Creates the dialog that lists restored links with new short names. */
export function renamedLinksDialog(renamed: readonly RenamedLink[]): Dialog {
  return {
    title: `${renamed.length} restored links have new short names`,
    body: () => (
      <>
        <p>Other links got the earlier short names while these links were deleted.</p>
        <DataTable label="New short names" columns={columns} rows={renamed} rowKey={({ url }) => url} />
      </>
    ),
  }
}
