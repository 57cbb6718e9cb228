import { Skeleton } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { LoadingRegion } from '../../loading.tsx'
import { Screen } from '../../screen.tsx'
import classes from './product-editor.module.css'

const sectionHeights = [
  { name: 'basic', height: 430 },
  { name: 'categories', height: 166 },
  { name: 'attributes', height: 150 },
  { name: 'links', height: 190 },
]

/** Each part has the height of its section, so that the layout does not shift when the data is loaded. */
export function ProductLoading() {
  return (
    <Screen title="Product" hasOwnHeading>
      <h1 className="visually-hidden">Product</h1>
      <LoadingRegion>
        <Skeleton height={14} width={110} />
        <Skeleton height={30} width={280} maw="100%" />
        <div className={classes.columns}>
          <div className={classes.sections}>
            {sectionHeights.map(({ name, height }) => (
              <Card key={name} h={height}>
                <Skeleton height={18} width={170} mb={28} />
                <Skeleton height={36} mb={20} />
                <Skeleton height={36} />
              </Card>
            ))}
          </div>
          <Card className={classes.previewLoading}>
            <Skeleton height={18} width={90} mb={28} />
            <Skeleton height={380} />
          </Card>
        </div>
      </LoadingRegion>
    </Screen>
  )
}
