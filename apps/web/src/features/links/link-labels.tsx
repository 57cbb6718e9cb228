import { Link as RouteLink, type To } from 'react-router'
import { LabelTag } from '../labels/label-tag.tsx'
import classes from './link-labels.module.css'

interface LinkLabelsProps {
  labels: readonly string[]
  /** Returns the path of the links with a label. */
  to: (label: string) => To
}

/** Shows the labels of a link. Each label leads to the list of the links that have it. */
export function LinkLabels({ labels, to }: LinkLabelsProps) {
  return labels.map((label) => (
    <RouteLink key={label} to={to(label)} className={classes.label} title={`Show links labeled “${label}”`}>
      <LabelTag name={label} />
    </RouteLink>
  ))
}
