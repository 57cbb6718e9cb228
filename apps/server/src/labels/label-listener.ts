import type { ProjectId } from '@linkshelf/contract'
import type { Tx } from '../platform/postgres/postgres.ts'

/**
 * Called in the transaction that changes a label, so that modules that store label names update their copies. The label
 * is locked until the transaction ends: its old name can't be stored meanwhile.
 */
export interface LabelListener {
  onRenamed(tx: Tx, projectId: ProjectId, names: { from: string; to: string }): Promise<void>
  onDeleted(tx: Tx, projectId: ProjectId, name: string): Promise<void>
}
