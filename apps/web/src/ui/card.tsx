import { Paper, type PaperProps } from '@mantine/core'
import classes from './card.module.css'

export function Card({
  className,
  ...props
}: PaperProps & { children: React.ReactNode; 'aria-label'?: string; role?: string; 'data-money'?: true | undefined }) {
  return <Paper p="lg" {...props} className={[classes.card, className].filter(Boolean).join(' ')} />
}
