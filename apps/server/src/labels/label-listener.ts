import type { Tx } from '../platform/postgres/postgres.ts'

/**
 * Whoever carries names of labels follows their changes in the same transaction. The label is held until it ends: nobody can put the old name
 * on anything meanwhile.
 */
export interface LabelListener {
  onRenamed(tx: Tx, projectId: string, names: { from: string; to: string }): Promise<void>
  onDeleted(tx: Tx, projectId: string, name: string): Promise<void>
}
