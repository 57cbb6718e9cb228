import type { ProjectId } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'

/**
 * Called in the transaction that changes a label, by which modules that store label names follow. The label is locked until the transaction ends,
 * so its old name can't be stored meanwhile.
 */
export interface LabelListener {
  onRenamed(tx: Tx, projectId: ProjectId, names: { from: string; to: string }): Promise<void>
  onDeleted(tx: Tx, projectId: ProjectId, name: string): Promise<void>
}
