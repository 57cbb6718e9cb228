import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { describeConsequences, type PlanRequest } from './plan-consequences.ts'
import classes from './plan-dialogs.module.css'

/**
 * Creates the dialog that confirms a plan change. It says what changes and when, what the change costs, and what is
 * lost.
 */
export function planDialog(request: PlanRequest, onConfirm: () => void): Dialog {
  const { title, action, change, when, price, losses, note } = describeConsequences(request)
  return {
    title,
    body: (close) => (
      <ConfirmForm
        action={action}
        isDangerous={losses.length > 0}
        onConfirm={() => {
          close()
          onConfirm()
        }}
        onClose={close}
      >
        <dl className={classes.consequences}>
          <dt>Plan</dt>
          <dd>{change}</dd>
          <dt>When</dt>
          <dd>{when}</dd>
          <dt>Price</dt>
          <dd>{price}</dd>
          <dt>You lose</dt>
          <dd>{losses.length === 0 ? 'Nothing.' : <Losses losses={losses} />}</dd>
        </dl>
        {note}
      </ConfirmForm>
    ),
  }
}

function Losses({ losses }: { losses: readonly string[] }) {
  return (
    <ul>
      {losses.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  )
}
