/**
 * The mailbox of a map: the one door by which other threads hand it work.
 *
 * <pre>
 *   any thread ──► Mailbox: offer, postAsync, call, send, executor
 *                     │ admit
 *                     ▼
 *                  MailboxCore, one compare-and-set on its word (StateWord: phase, depths, waiters)
 *                     │          │ full, postAsync only
 *                     ▼          ▼
 *                  PostLane    Waiters ◄── AdmissionFuture: cancel
 *                  high,         │
 *                  normal        │ space
 *                     │ take ────┘
 *   map's tick ──► Mailbox: beginDrain, runOne ──► MapWork of a user, or PostedWork: CallItem, SendItem, ExecutorItem
 *                     │
 *                     └──► MailboxHost: wake, fault, completions executor ──► futures of users, off the tick
 *
 *   last task, or whoever gives the map up ──► Mailbox: beginClose, drainForClose, finishClose
 * </pre>
 *
 * <p>A post is one compare-and-set, one offer to a queue and one fence; the tick pays two atomic additions for each item it
 * takes. The only lock is that of {@code Waiters}, taken when a lane is full, for a few instructions, never while code of
 * a user runs.
 *
 * <p>Work is counted so that at any quiet moment <em>accepted = executed + failed at close + depth</em>
 * ({@link dev.maptick.maps.MailboxStats#isBalanced()}).
 */
@NullMarked
package dev.maptick.maps.mailbox;

import org.jspecify.annotations.NullMarked;
