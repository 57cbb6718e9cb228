import { IconCheck } from '@tabler/icons-react'
import classes from './plan-features.module.css'

export function PlanFeatures({ features }: { features: readonly string[] }) {
  return (
    <ul className={classes.features}>
      {features.map((feature) => (
        <li key={feature}>
          <IconCheck aria-hidden size={16} stroke={2.2} className={classes.check} />
          {feature}
        </li>
      ))}
    </ul>
  )
}
