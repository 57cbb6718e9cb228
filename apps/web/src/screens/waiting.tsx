import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import classes from './screen.module.css'
import { Screen } from './screen.tsx'

// Each holds the place of its screen, so that nothing moves when the answer comes.

export function DashboardWaiting() {
  return (
    <Screen title="Dashboard" subtitle="How your links are doing">
      <DashboardSkeleton />
    </Screen>
  )
}

export function DashboardSkeleton() {
  return (
    <Waiting>
      <div className={classes.stats}>
        {['clicks', 'links', 'best'].map((name) => (
          <Card key={name} h={144}>
            <Skeleton height={14} width="45%" mb={18} />
            <Skeleton height={26} width="60%" mb={22} />
            <Skeleton height={12} width="70%" />
          </Card>
        ))}
      </div>
      <ChartSkeleton />
      <Card h={330}>
        <Skeleton height={16} width={180} mb={28} />
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} height={30} mb={22} />
        ))}
      </Card>
    </Waiting>
  )
}

export function LinksWaiting() {
  return (
    <Screen title="Links" subtitle="Every short link of this project">
      <Skeleton height={36} maw={448} />
      <LinkCardSkeletons />
    </Screen>
  )
}

export function LinkCardSkeletons() {
  return (
    <Waiting isList>
      {Array.from({ length: 6 }, (_, index) => `card ${index}`).map((name) => (
        <Card key={name} p="md">
          <Skeleton height={16} width="38%" mb={10} />
          <Skeleton height={12} width="22%" mb={10} />
          <Skeleton height={12} width="55%" mb={10} />
          <Skeleton height={12} width={120} />
        </Card>
      ))}
    </Waiting>
  )
}

export function LinkWaiting() {
  return (
    <Screen title="Link" hasOwnHeading>
      <h1 className="visually-hidden">Link</h1>
      <Waiting>
        <Skeleton height={92} width="60%" />
        <div className={classes.halves}>
          {['details', 'numbers'].map((name) => (
            <Card key={name} h={300}>
              <Skeleton height={16} width={130} mb={28} />
              {['first', 'second', 'third', 'fourth'].map((line) => (
                <Skeleton key={line} height={14} width="80%" mb={24} />
              ))}
            </Card>
          ))}
        </div>
        <ChartSkeleton />
      </Waiting>
    </Screen>
  )
}

export function ChartSkeleton() {
  return (
    <Card h={395}>
      <Skeleton height={16} width={160} mb={10} />
      <Skeleton height={12} width={280} mb={32} />
      <Skeleton height={280} />
    </Card>
  )
}

function Waiting({ isList, children }: { isList?: boolean; children: React.ReactNode }) {
  return (
    <div className={classes.waiting} data-list={isList || undefined} role="status" aria-label="Loading">
      {children}
    </div>
  )
}
