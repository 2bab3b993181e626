/** Sixty criticisms of our own, three writings of each of twenty: written before the rule was measured with them. */
export const CLAIM_SENTENCES: Record<string, readonly [string, string, string]> = {
  'slow support': [
    'customer support is slow to reply',
    'support takes days to answer a ticket',
    'slow responses from the support team',
  ],
  'steep learning curve': [
    'it has a steep learning curve',
    'the learning curve is steep for beginners',
    'new users face a steep learning curve',
  ],
  expensive: [
    'it is expensive for small teams',
    'the price is too high for a small business',
    'small teams find the plans expensive',
  ],
  'mobile app': ['the mobile app crashes frequently', 'its mobile app is buggy', 'the mobile app is unstable and slow'],
  'limited reports': ['reporting is limited', 'the reports are basic and limited', 'limited reporting options'],
  'few integrations': [
    'it lacks integrations with accounting tools',
    'integrations are missing for many tools',
    'the number of integrations is poor',
  ],
  'cluttered interface': [
    'the interface feels cluttered',
    'a cluttered interface makes it hard to use',
    'its interface is cluttered and confusing',
  ],
  'hidden fees': [
    'hidden fees surprise new customers',
    'there are hidden fees on cancellation',
    'the contract contains hidden fees',
  ],
  'hard to cancel': [
    'it is difficult to cancel the subscription',
    'cancelling a subscription is a hassle',
    'the subscription is hard to cancel',
  ],
  'data loss': [
    'some reported data loss after an update',
    'an update led to data loss',
    'there were complaints of data loss',
  ],
  'weak security': [
    'weak security settings are a concern',
    'security is weak compared to rivals',
    'its security features are weak',
  ],
  'slow loading': [
    'pages load slowly with large projects',
    'large projects are slow to load',
    'loading large projects is slow',
  ],
  'battery life': ['battery life is disappointing', 'the battery drains quickly', 'poor battery life'],
  'poor durability': ['the seams wear out quickly', 'the stitching is not durable', 'poor durability of the fabric'],
  'runs small': ['sizes run small and disappoint', 'the sizing is inconsistent', 'inconsistent sizes between models'],
  'late delivery': [
    'deliveries often arrive late',
    'delivery is late and unreliable',
    'late deliveries annoy customers',
  ],
  'no refunds': [
    'refunds are slow and complicated',
    'getting a refund is a slow process',
    'refund requests are denied without reason',
  ],
  'loud fan': ['the fan is loud under load', 'a loud fan is annoying at night', 'noisy: the fan gets loud'],
  'outdated design': ['the design looks outdated', 'an outdated design', 'its design feels dated'],
  'poor documentation': [
    'documentation is poor',
    'the documentation is incomplete and confusing',
    'poor documentation for developers',
  ],
}

/** Criticisms of different things that share a word by accident: none of them is a claim that recurs. */
export const SINGLE_CRITICISMS: readonly string[] = [
  'the latest update removed useful filters',
  'calendar sync broke with an update',
  'an update is needed before sharing works',
  'dashboards are unavailable in Europe',
  'phone numbers from Europe are rejected',
  'shipping costs to Europe are high',
  'the free version has no export',
  'the Windows version freezes at start',
  'no version history is kept',
  'templates cannot be shared between workspaces',
  'guests see all workspaces by mistake',
  'deleting workspaces fails silently',
  'the search ignores attachments',
  'attachments larger than ten megabytes fail',
  'attachments are not scanned for viruses',
  'notifications arrive twice',
  'notifications cannot be muted at night',
  'email notifications end up as spam',
  'the warranty excludes water damage',
  'warranty claims need the original box',
  'a two-year warranty is short for this class',
]
