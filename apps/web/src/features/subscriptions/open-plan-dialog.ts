import { openDialog } from '../../ui/overlays/dialogs.tsx'
import type { PlanRequest } from './plan-consequences.ts'

/** Runs `change` once it is confirmed: every change of a plan is, whichever provider bills. */
export function confirmPlan(request: PlanRequest, change: () => void, opener: HTMLElement): void {
  void openDialog(() => import('./plan-dialogs.tsx').then(({ planDialog }) => planDialog(request, change)), opener)
}
