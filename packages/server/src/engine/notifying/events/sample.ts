import type { EventContent, EventType } from '@sightline/sdk'

export type SampleFrame = { brandId: string; competitorId: string; recommendationId: string; threshold: number }

/** An event of a kind as it could be, with invented numbers: what a test sends. */
export function sampleContent(type: EventType, frame: SampleFrame): EventContent {
  const { brandId } = frame
  const measured = {
    window: '7d',
    interval: [68.1, 74.3],
    significant: true,
    platformWide: false,
    answers: 412,
    simulated: true,
  }
  switch (type) {
    case 'score.changed':
      return {
        type,
        data: {
          brandId,
          previous: 66,
          current: 71,
          delta: 5.2,
          threshold: frame.threshold,
          platforms: [
            { slug: 'chatgpt', previous: 60, current: 70 },
            { slug: 'perplexity', previous: 72, current: 72 },
          ],
          ...measured,
        },
      }
    case 'recommendation.new':
      return {
        type,
        data: {
          brandId,
          recommendationId: frame.recommendationId,
          kind: 'test',
          title: 'Test: this recommendation was invented to try the webhook',
          effort: 'low',
          estimatedLift: 4,
          liftRange: [2, 6],
          window: '28d',
          answers: 412,
          simulated: true,
        },
      }
    case 'competitor.alert':
      return {
        type,
        data: {
          brandId,
          competitorId: frame.competitorId,
          name: 'Test competitor',
          move: 'score_moved',
          measure: 'score',
          previous: 50,
          current: 58,
          delta: 8,
          brandScore: 71,
          fingerprint: 'test',
          answerIds: [],
          ...measured,
          interval: [54.2, 61.8],
        },
      }
  }
}
