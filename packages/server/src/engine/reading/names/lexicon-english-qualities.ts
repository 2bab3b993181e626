/** Everyday English words, a third sheet: what products are said to be and to do. They open labels and items: "Seamless setup". */
export const ENGLISH_QUALITIES = `
ability abundant accelerate accessible accessory accommodate accuracy achieve acoustic adaptable adaptive adhesive
adjustable admire adorable adverse aesthetic agreeable allergen alternate amateur ambient amenity analyze anonymous
anticipate applicable appreciate approximate aquatic aromatic arrange articulate assemblage assemble assess assign
assortment assume assure attain attendance authentic automate availability backlit backup beginner beneficial
biodegradable blackout blemish brighten brilliance bulky calibrate capable capture certify checkout chewy chilly
choppy circular classy cleanse cleanser clearance clinical coarse collapsible colorful comfy commute comparable
compartment compatible compelling competent complement compliance complimentary compress concise condense configure
connectivity consistency consolidate consult continuity continuous contribute convenience conventional coordinate
cordless cosmetic cozy creamy credible crunchy cuddly customary customize dainty dedicated deliberate dependable
detachable detect determine devote diagnose diminish directional disable dishwasher disposable distinctive dosage
download drainage durability durable earthy economical educate efficacy efficiency effortless elaborate elegance
eligible eliminate enable encompass encourage endorse endurance energetic energize enhance enhanced enjoyable enrich
ensure entertain enthusiast equip ergonomic establish esteem evaluate exceed excellence excess expand expansive
expertise expire extended exterior extraordinary fabulous facilitate fascinate fatigue feasible fidelity firmness
flattering flavorful flawless flexibility fluffy foldable follower footage formidable fragrance freshness frugal
fulfill furnish gigantic glamorous gorgeous grease greasy handheld handmade hassle headroom hearty hygiene
hypoallergenic iconic identify immerse immersive immune impeccable inexpensive inflatable informative inherit
insulated insulation intact integral integrate integrated integrity intensity interchangeable intermediate intuitive
invaluable inventive irresistible latency lavish leakproof legendary legible lengthy lenient lightweight likable
limitless longevity lucrative luscious magnificent maintain manageable mandatory maximize measurable mechanical
memorable methodical meticulous miniature minimalist minimize modular moist moisture moisturize motivate multipurpose
multitude muscular negligible noiseless nominal nonstick noteworthy noticeable nourish nourishing novelty nutrient
nutritious odorless omit organize oversized packable painless parental passionate perceive periodic personalize
personalized pertinent phenomenal picky pleasing plump portability potent predictable preferable prepare prevent
preventive pricey proficient programmable prolong proven provide punctual purify purposeful qualify quirky rarity
rechargeable recipient recommend recyclable reduce redundant refillable refine refined reflective regain reinforce
reinforced relaxing reliability relieve reminder removable renewable renowned repairable replaceable replenish
reputable resemble resilience resilient resistant respectable responsive restful restrict retractable reusable
revitalize revive roomy satisfy satisfying scalability scalable scratchy seamless sensitivity shortcut silky
simplicity sizable slender slippery soothing spacious specialize speedy spicy spotless sprawling stackable standalone
standout startling stealthy sterile stimulate straightforward streamline streamlined studious stylish succinct
sumptuous supple supportive surround sustain sustainability symmetrical tangible tasteful tasty tedious thrifty
tolerant touchscreen tranquil trendy trustworthy unbeatable uncommon underrated unlimited unmatched unparalleled
unrivaled upgradable upscale usable utmost varied ventilate ventilation versatility vigorous visibility volatile
voluminous warranty washable waterproof weatherproof wireless worthwhile worthy woven wrinkle`
