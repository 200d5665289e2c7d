package io.lockkeeper.etcd;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stands before a real server, and passes all calls on, but for those of a method that hangs. */
final class PartlyHungServer extends HandlerRegistry implements AutoCloseable {

    private static final Marshaller<byte[]> BYTES = new Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final ManagedChannel onwards;
    private final Server server;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable String hung;

    PartlyHungServer(int port) {
        onwards = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .directExecutor()
                .build();
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .fallbackHandlerRegistry(this)
                .directExecutor()
                .build();
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getPort();
    }

    /** How many calls it has seen. */
    int calls() {
        return calls.get();
    }

    /** Answers no more calls of a method. */
    void hang(MethodDescriptor<?, ?> method) {
        hung = method.getFullMethodName();
    }

    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(BYTES, BYTES)
                .setFullMethodName(name)
                .setType(MethodType.UNKNOWN)
                .build();
        return ServerMethodDefinition.create(method, this::serve);
    }

    private ServerCall.Listener<byte[]> serve(ServerCall<byte[], byte[]> call, Metadata headers) {
        calls.incrementAndGet();
        if (call.getMethodDescriptor().getFullMethodName().equals(hung)) {
            return new ServerCall.Listener<>() {};
        }
        ClientCall<byte[], byte[]> onward = onwards.newCall(call.getMethodDescriptor(), CallOptions.DEFAULT);
        onward.start(new Answers(call), headers);
        onward.request(Integer.MAX_VALUE);
        call.request(Integer.MAX_VALUE);
        return new Questions(onward);
    }

    private static final class Questions extends ServerCall.Listener<byte[]> {
        private final ClientCall<byte[], byte[]> onward;

        Questions(ClientCall<byte[], byte[]> onward) {
            this.onward = onward;
        }

        @Override
        public void onMessage(byte[] message) {
            onward.sendMessage(message);
        }

        @Override
        public void onHalfClose() {
            onward.halfClose();
        }

        @Override
        public void onCancel() {
            onward.cancel("The client has cancelled it.", null);
        }
    }

    private static final class Answers extends ClientCall.Listener<byte[]> {
        private final ServerCall<byte[], byte[]> call;

        Answers(ServerCall<byte[], byte[]> call) {
            this.call = call;
        }

        @Override
        public void onHeaders(Metadata headers) {
            call.sendHeaders(headers);
        }

        @Override
        public void onMessage(byte[] message) {
            call.sendMessage(message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            call.close(status, trailers);
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        onwards.shutdownNow();
    }
}
